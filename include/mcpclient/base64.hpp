/* Bytes that travel as text. Part of mcpclient.hpp. SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef MCPCLIENT_BASE64_HPP
#define MCPCLIENT_BASE64_HPP

#include "result.hpp"
#include "text.hpp"

namespace mcp {

/// The bytes of strict base64, as the `blob` of a resource, or the `data` of an image or of sound, has to be
/// (RES-11): the standard alphabet, padded, without white space or stray bits. More than `most` bytes are refused
/// before anything is decoded. Fails with status::protocol (it is no such text), status::too_large,
/// status::bad_json (not UTF-8).
inline result<std::string> decode_base64(std::string_view text, std::size_t most) {
  detail::error_place place;
  std::size_t needed = 0;
  mcpclient_status status = mcpclient_base64_decode(detail::text(text), most, nullptr, 0, &needed, place.out());
  if (status != MCPCLIENT_OK) return place.taken(status);
  std::string bytes(needed, '\0');
  if (bytes.empty()) return bytes;
  status = mcpclient_base64_decode(detail::text(text), most, &bytes[0], bytes.size(), nullptr, place.out());
  if (status != MCPCLIENT_OK) return place.taken(status);
  return bytes;
}

}  // namespace mcp

#endif
