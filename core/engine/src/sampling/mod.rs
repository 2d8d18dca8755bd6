//! stub
use crate::era::Revision;
use crate::error::Error;
use crate::json::Value;
/// s
#[derive(Debug)]
pub struct SampleRequest;
/// s
#[derive(Clone, Copy, Debug, Default)]
pub struct Features {
    /// t
    pub tools: bool,
    /// c
    pub context: bool,
}
/// s
#[derive(Debug)]
pub struct Fault {
    /// c
    pub code: i64,
    /// m
    pub message: String,
}
impl SampleRequest {
    /// s
    pub fn parse(_: Value<'_>, _: Revision, _: Features) -> Result<Self, Fault> {
        Ok(Self)
    }
}
/// s
pub fn check_result(_: &SampleRequest, _: Value<'_>, _: Revision) -> Result<(), Error> {
    Ok(())
}
