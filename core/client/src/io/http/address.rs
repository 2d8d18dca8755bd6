//! Which addresses are public.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Whether an address may be connected to where only public ones may: none that is private, shared, link-local,
/// loopback, unspecified, multicast, reserved or for documentation, and none that leads to such a one by
/// translation or by a tunnel. The metadata services of clouds are link-local, unique-local or shared (SEC-03).
pub(super) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, d] = address.octets();
    match (a, b, c) {
        // "This network"; the own machine; private networks.
        (0 | 10 | 127, ..) => false,
        (172, 16..=31, _) | (192, 168, _) => false,
        // Shared by the customers of one provider; cloud metadata hides here too.
        (100, 64..=127, _) => false,
        // Link-local, with the metadata of most clouds.
        (169, 254, _) => false,
        // Protocol assignments, but for the two anycast addresses that are meant to be reached.
        (192, 0, 0) => d == 9 || d == 10,
        // Documentation, relays that are gone, and measurements.
        (192, 0, 2) | (198, 51, 100) | (203, 0, 113) | (192, 88, 99) | (198, 18..=19, _) => false,
        // Multicast, reserved, broadcast.
        (224..=255, ..) => false,
        // The platform of one cloud, at an address that is otherwise public.
        (168, 63, 129) => d != 16,
        _ => true,
    }
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let parts = address.segments();
    let low = |high: u16, low: u16| {
        let [a, b] = high.to_be_bytes();
        let [c, d] = low.to_be_bytes();
        Ipv4Addr::new(a, b, c, d)
    };
    match parts {
        // IPv4 in IPv6's clothes: mapped, and translated with the well-known prefix.
        [0, 0, 0, 0, 0, 0xffff, x, y] | [0x64, 0xff9b, 0, 0, 0, 0, x, y] => is_public_v4(low(x, y)),
        // Tunnels: the address that they lead to is inside.
        [0x2002, x, y, ..] => is_public_v4(low(x, y)),
        [0x2001, 0, ..] => false,
        // Protocol assignments, benchmarks, identifiers; documentation, both kinds.
        [0x2001, 0x1..=0x1ff | 0xdb8, ..] | [0x3fff, 0..=0x0fff, ..] => false,
        // Of what is assigned to be reached from anywhere, the rest. Everything else is loopback, unspecified,
        // link-local, unique-local, site-local, multicast, a local translation, or nobody's.
        [0x2000..=0x3fff, ..] => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::is_public;

    #[test]
    fn only_public_ones_are_public() {
        // proves: SEC-03
        for public in [
            "1.1.1.1",
            "8.8.8.8",
            "100.63.255.255",
            "100.128.0.0",
            "172.15.0.1",
            "172.32.0.1",
            "192.0.0.9",
            "192.167.0.1",
            "198.17.0.1",
            "198.20.0.1",
            "223.255.255.255",
            "2606:4700:4700::1111",
            "2a00:1450:4001::1",
            "::ffff:8.8.8.8",
            "64:ff9b::8.8.8.8",
            "2002:808:808::1",
        ] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
        for private in [
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.1",
            "100.64.0.1",
            "100.100.100.200",
            "127.0.0.1",
            "127.255.255.254",
            "169.254.169.254",
            "169.254.170.2",
            "168.63.129.16",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.1",
            "192.0.0.192",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::7f00:1",
            "::ffff:127.0.0.1",
            "::ffff:169.254.169.254",
            "::ffff:0:10.0.0.1",
            "64:ff9b::10.0.0.1",
            "64:ff9b::169.254.169.254",
            "64:ff9b:1::1.1.1.1",
            "100::1",
            "2001::1",
            "2001:2::1",
            "2001:20::1",
            "2001:db8::1",
            "2002:7f00:1::1",
            "2002:a9fe:a9fe::1",
            "3fff::1",
            "5f00::1",
            "fc00::1",
            "fd00:ec2::254",
            "fd20:ce::254",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ] {
            assert!(!is_public(private.parse().unwrap()), "{private}");
        }
    }
}
