//! `findBestFlight`: a model weighs 47 flights against what the traveller prefers.

use serde_json::{Value, json};

use super::flights::{self, Flight};
use super::{Done, Tool, arguments};
use crate::asking::{Capability, Client, Question, Stop};

/// The tool.
pub const TOOL: Tool = Tool { name: "findBestFlight", describe, run };

/// Recommendations to show.
const SHOWN: usize = 3;

fn describe() -> Value {
    json!({
        "name": TOOL.name,
        "title": "Find the best flight",
        "description": "Compares all flights from London to Barcelona on June 15 with the help \
                        of the client's model and recommends up to three",
        "inputSchema": arguments::schema(),
        "outputSchema": {
            "type": "object",
            "properties": {
                "recommendation": { "type": "string", "description": "In the model's words" },
                "model": { "type": "string", "description": "The model that chose" },
                "flight": flights::schema(),
                "alternatives": { "type": "array", "items": flights::schema() },
            },
            "required": ["recommendation", "flight", "alternatives"],
        },
        "annotations": {
            "title": "Find the best flight",
            "readOnlyHint": true,
            "openWorldHint": true,
        },
    })
}

fn run(client: &dyn Client, arguments: &Value) -> Result<Done, Stop> {
    let preferences = arguments::preferences(arguments)?;
    client.require(&[Capability::Sampling])?;
    client.progress(1, 2, "Flights gathered");
    client.log("asking a model to compare 47 flights");
    let choice = choose(client, preferences)?;
    client.progress(2, 2, "Recommendation received");

    let mut words = format!("{}\n\nBest flight: {}", choice.recommendation, choice.flight);
    for flight in &choice.alternatives {
        words += &format!("\nAlternative: {flight}");
    }
    let alternatives: Vec<Value> = choice.alternatives.iter().map(Flight::data).collect();
    let mut data = json!({
        "recommendation": choice.recommendation,
        "flight": choice.flight.data(),
        "alternatives": alternatives,
    });
    if let Some(model) = choice.model {
        data["model"] = model.into();
    }
    Ok(Done { words, data })
}

/// What a model recommends.
pub struct Choice {
    /// In its own words.
    pub recommendation: String,
    /// The model that was asked in the end.
    pub model: Option<String>,
    /// The flight it names first.
    pub flight: Flight,
    /// Others that it names.
    pub alternatives: Vec<Flight>,
}

/// Has the client's model choose a flight.
pub fn choose(client: &dyn Client, preferences: &str) -> Result<Choice, Stop> {
    let result = client.ask(&Question::Sample(request(preferences)))?;
    let recommendation = spoken(&result["content"]);
    let named = flights::named_in(&recommendation, flights::all());
    let mut named = named.into_iter().take(SHOWN);
    let Some(flight) = named.next() else {
        return Err(Stop::Because("The model's answer names none of the 47 flights.".into()));
    };
    let model = result["model"].as_str().map(Into::into);
    Ok(Choice { recommendation, model, flight, alternatives: named.collect() })
}

fn request(preferences: &str) -> Value {
    let flights: Vec<String> = flights::all().iter().map(ToString::to_string).collect();
    let prompt = format!(
        "Analyze these flight options and recommend the best choice:\n{}\nUser preferences: {preferences}",
        flights.join("\n")
    );
    json!({
        "messages": [{ "role": "user", "content": { "type": "text", "text": prompt } }],
        "modelPreferences": {
            "hints": [{ "name": "claude-sonnet-4-20250514" }],
            "costPriority": 0.3,
            "speedPriority": 0.2,
            "intelligencePriority": 0.9,
        },
        "systemPrompt": "You are a travel expert helping users find the best flights \
                         based on their preferences",
        "maxTokens": 1500,
    })
}

/// The text of a model's answer, which is one block or, lately, several.
fn spoken(content: &Value) -> String {
    let blocks = content.as_array().map_or(std::slice::from_ref(content), Vec::as_slice);
    let texts: Vec<&str> = blocks.iter().filter_map(|block| block["text"].as_str()).collect();
    texts.join("\n")
}
