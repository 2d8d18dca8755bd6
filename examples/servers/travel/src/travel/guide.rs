//! What there is to read: the itinerary, the prompt that plans a vacation, and known cities.

use serde_json::{Value, json};

/// The URI of the only resource.
pub const ITINERARY_URI: &str = "travel://itinerary/barcelona";

/// Its text, as Markdown.
pub const ITINERARY: &str = include_str!("itinerary.md");

/// The name of the only prompt.
pub const PLAN: &str = "plan-vacation";

const CITIES: [&str; 20] = [
    "Amsterdam",
    "Athens",
    "Barcelona",
    "Bergen",
    "Berlin",
    "Bologna",
    "Copenhagen",
    "Dubrovnik",
    "Edinburgh",
    "Florence",
    "Istanbul",
    "Lisbon",
    "Ljubljana",
    "Madrid",
    "Málaga",
    "Porto",
    "Prague",
    "Rome",
    "Seville",
    "Vienna",
];

/// The resource as the resource list has it.
pub fn describe_itinerary() -> Value {
    json!({
        "uri": ITINERARY_URI,
        "name": "barcelona-itinerary",
        "title": "A week in Barcelona",
        "description": "The plan for June 15-22, day by day",
        "mimeType": "text/markdown",
        "size": ITINERARY.len(),
    })
}

/// The prompt as the prompt list has it.
pub fn describe_plan() -> Value {
    json!({
        "name": PLAN,
        "title": "Plan a vacation",
        "description": "Plans a vacation in a city of your choice",
        "arguments": [
            { "name": "city", "description": "Where to go", "required": true },
            { "name": "nights", "description": "How long to stay, seven nights if left out" },
            { "name": "wishes", "description": "What should not be missed" },
        ],
    })
}

/// The prompt's text.
pub fn plan(city: &str, nights: Option<&str>, wishes: Option<&str>) -> String {
    let nights = nights.unwrap_or("7");
    let mut text = format!(
        "Plan a vacation in {city}, {nights} nights. Find the best flight, suggest a hotel and \
         an outline for each day. Ask before you book anything."
    );
    if let Some(wishes) = wishes {
        text += "\nNot to be missed: ";
        text += wishes;
    }
    text
}

/// Cities whose name begins with what was typed.
pub fn cities_like(typed: &str) -> Vec<&'static str> {
    let typed = typed.to_lowercase();
    CITIES.into_iter().filter(|city| city.to_lowercase().starts_with(&typed)).collect()
}
