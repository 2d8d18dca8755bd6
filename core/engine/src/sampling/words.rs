//! Words that requests are made of.

/// The parts of sampling that are declared by themselves (SAM-02).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Features {
    /// The host's model can use tools.
    pub tools: bool,
    /// The host can include context of this and other servers.
    pub context: bool,
}

/// Who speaks (SAM-08).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The user's side.
    User,
    /// The model.
    Assistant,
}

/// Whose context the server would like to be included (SAM-16). Nobody has to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Context {
    /// Nobody's.
    #[default]
    None,
    /// That server's own.
    ThisServer,
    /// That of all servers. It shows servers each other's data.
    AllServers,
}
