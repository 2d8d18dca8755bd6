//! Transcripts and the puppet server that plays them.
