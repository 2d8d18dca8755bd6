//! A Model Context Protocol client on tokio.
