//! `bookVacation`: a week in Barcelona, from the traveller's folders to the confirmation.

use serde_json::{Map, Value, json};

use super::flights::{self, Flight};
use super::forms::{CONFIRM, CONTACT, Filled, Form};
use super::{Done, Tool, arguments, best_flight, folders};
use crate::asking::{Capability, Client, Stop};

/// The tool.
pub const TOOL: Tool = Tool { name: "bookVacation", describe, run };

/// Flights and hotel. The user confirms this sum, so nothing asked later may change it.
const PACKAGE_USD: u32 = 3_000;
const INSURANCE_USD: u32 = 150;
const STEPS: u32 = 4;

fn describe() -> Value {
    json!({
        "name": TOOL.name,
        "title": "Book the Barcelona vacation",
        "description": "Books flights and a beachfront hotel in Barcelona, June 15-22, for \
                        $3,000. The user is asked to confirm and for contact details first",
        "inputSchema": arguments::schema(),
        "outputSchema": {
            "type": "object",
            "properties": {
                "booked": { "type": "boolean" },
                "reason": {
                    "type": "string",
                    "enum": ["declined", "cancelled", "not confirmed"],
                    "description": "Why nothing was booked",
                },
                "reference": { "type": "string" },
                "flight": flights::schema(),
                "travellerName": { "type": "string" },
                "guests": { "type": "integer" },
                "departureDate": { "type": "string", "description": "If not June 15" },
                "seatPreference": { "type": "string" },
                "roomType": { "type": "string" },
                "travelInsurance": { "type": "boolean" },
                "totalUsd": { "type": "integer" },
            },
            "required": ["booked"],
        },
        "annotations": {
            "title": "Book the Barcelona vacation",
            "readOnlyHint": false,
            "destructiveHint": false,
            "idempotentHint": false,
            "openWorldHint": true,
        },
    })
}

fn run(client: &dyn Client, arguments: &Value) -> Result<Done, Stop> {
    let preferences = arguments::preferences(arguments)?;
    client.require(&[Capability::Roots, Capability::Sampling, Capability::Forms])?;

    let folders = folders::ask(client)?;
    client.progress(1, STEPS, "Folders known");

    client.log("asking a model to compare 47 flights");
    let flight = best_flight::choose(client, preferences)?.flight;
    client.progress(2, STEPS, "Flight chosen");

    let names: Vec<&str> = folders.iter().map(folders::Folder::label).collect();
    let wishes = match settle(client, &CONFIRM, confirmation(&flight, &names))? {
        Ok(wishes) if wishes["confirmBooking"] == true => wishes,
        Ok(_) => return Ok(not_booked("not confirmed", "the booking was not confirmed")),
        Err(not_booked) => return Ok(not_booked),
    };
    client.progress(3, STEPS, "Booking confirmed");

    let request = "Your contact details, used for the tickets and the hotel voucher only:";
    let contact = match settle(client, &CONTACT, request.into())? {
        Ok(contact) => contact,
        Err(not_booked) => return Ok(not_booked),
    };
    client.progress(STEPS, STEPS, "Booked");
    client.log("vacation booked");
    Ok(booked(&flight, &wishes, &contact))
}

/// The answers of a form, or the polite end of a booking that the user does not want.
fn settle(
    client: &dyn Client,
    form: &Form,
    message: String,
) -> Result<Result<Map<String, Value>, Done>, Stop> {
    Ok(match form.ask(client, message)? {
        Filled::In(answers) => Ok(answers),
        Filled::Declined => Err(not_booked("declined", "you declined")),
        Filled::Cancelled => Err(not_booked("cancelled", "the form was closed")),
    })
}

fn not_booked(reason: &str, because: &str) -> Done {
    Done {
        words: format!(
            "Nothing was booked, because {because}. Barcelona will still be there when you ask again."
        ),
        data: json!({ "booked": false, "reason": reason }),
    }
}

/// What the user reads before saying yes.
fn confirmation(flight: &Flight, folders: &[&str]) -> String {
    let folders = if folders.is_empty() { "none shared".into() } else { folders.join(", ") };
    format!(
        "Please confirm your Barcelona vacation booking details:\n\
         Dates: June 15-22, seven nights\n\
         Flight: {flight} (in the package)\n\
         Hotel: beachfront, Barcelona\n\
         Total: $3,000\n\
         Travel folders: {folders}"
    )
}

fn booked(flight: &Flight, wishes: &Map<String, Value>, contact: &Map<String, Value>) -> Done {
    let text = |of: &Map<String, Value>, name: &str, otherwise: &str| {
        of.get(name).and_then(Value::as_str).unwrap_or(otherwise).to_owned()
    };
    let seat = text(wishes, "seatPreference", "no preference");
    let room = text(wishes, "roomType", "any view");
    let insured = wishes.get("travelInsurance") == Some(&true.into());
    let traveller = text(contact, "travellerName", "");
    // A whole number, as the form's check has made sure; JSON may still have written it 2.0.
    let guests = contact.get("guests").and_then(Value::as_f64).map_or(2, |guests| guests as u32);
    let total = PACKAGE_USD + if insured { INSURANCE_USD } else { 0 };
    let reference = format!("BCN-{}-{guests}", flight.code);
    let departure = contact.get("departureDate").and_then(Value::as_str);

    let words = format!(
        "Booked. Your reference is {reference}.\n\
         Traveller: {traveller}, guests: {guests}\n\
         Flight: {flight}, departure on {}, seat: {seat}\n\
         Hotel: beachfront, Barcelona, seven nights, room: {room}\n\
         Travel insurance: {}\n\
         Total: ${},{:03}",
        departure.unwrap_or("June 15"),
        if insured { "yes" } else { "no" },
        total / 1_000,
        total % 1_000,
    );
    let mut data = json!({
        "booked": true,
        "reference": reference,
        "flight": flight.data(),
        "travellerName": traveller,
        "guests": guests,
        "seatPreference": seat,
        "roomType": room,
        "travelInsurance": insured,
        "totalUsd": total,
    });
    if let Some(departure) = departure {
        data["departureDate"] = departure.into();
    }
    Done { words, data }
}
