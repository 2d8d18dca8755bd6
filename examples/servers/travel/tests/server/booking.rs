//! `bookVacation`, and the ways not to book.

use serde_json::{Value, json};

use crate::client::{Client, everything, sample, words};

/// Plays the client up to the first form and returns it with the id of the call.
fn up_to_the_form(client: &mut Client) -> (u64, Value) {
    let id = client.call("bookVacation");
    let roots = client.question("roots/list");
    client.answer(
        &roots,
        json!({ "roots": [
            { "uri": "file:///nowhere/travel-planning", "name": "Travel Planning Workspace" },
            { "uri": "file:///nowhere/travel-templates" },
        ]}),
    );
    let question = client.question("sampling/createMessage");
    client.answer(&question, sample("VY7822 is best."));
    (id, client.question("elicitation/create"))
}

/// Answers both forms and returns the result of the tool.
fn fill_in(wishes: Value, contact: Value) -> Value {
    let mut client = Client::ready(everything());
    let (id, confirm) = up_to_the_form(&mut client);
    client.answer(&confirm, json!({ "action": "accept", "content": wishes }));
    let mut next = client.next();
    if next["method"] == "elicitation/create" {
        client.answer(&next, json!({ "action": "accept", "content": contact }));
        next = client.next();
    }
    assert_eq!(next["id"], id);
    client.leave();
    next["result"].take()
}

#[test]
fn a_booking_from_folders_to_confirmation() {
    let mut client = Client::ready(everything());
    let (id, confirm) = up_to_the_form(&mut client);

    let params = &confirm["params"];
    assert_eq!(
        params["message"],
        "Please confirm your Barcelona vacation booking details:\n\
         Dates: June 15-22, seven nights\n\
         Flight: VY7822 Vueling, departs 08:35, arrives 11:40, nonstop, $200 (in the package)\n\
         Hotel: beachfront, Barcelona\n\
         Total: $3,000\n\
         Travel folders: Travel Planning Workspace, file:///nowhere/travel-templates"
    );
    assert!(params.get("schema").is_none());
    assert_eq!(
        params["requestedSchema"],
        json!({
            "type": "object",
            "properties": {
                "confirmBooking": {
                    "type": "boolean",
                    "description": "Confirm the booking (Flights + Hotel = $3,000)",
                },
                "seatPreference": {
                    "type": "string",
                    "enum": ["window", "aisle", "no preference"],
                    "description": "Preferred seat type for flights",
                },
                "roomType": {
                    "type": "string",
                    "enum": ["sea view", "city view", "garden view"],
                    "description": "Preferred room type at hotel",
                },
                "travelInsurance": {
                    "type": "boolean",
                    "default": false,
                    "description": "Add travel insurance ($150)",
                },
            },
            "required": ["confirmBooking"],
        })
    );
    let wishes = json!({ "action": "accept", "content": {
        "confirmBooking": true, "seatPreference": "aisle", "roomType": "sea view",
        "travelInsurance": true,
    }});
    client.answer(&confirm, wishes.clone());

    let contact_form = client.question("elicitation/create");
    let schema = &contact_form["params"]["requestedSchema"];
    assert_eq!(schema["required"], json!(["travellerName", "email"]));
    assert_eq!(schema["properties"]["travellerName"]["minLength"], 1);
    assert_eq!(schema["properties"]["email"]["format"], "email");
    assert_eq!(schema["properties"]["phone"]["type"], "string");
    assert_eq!(schema["properties"]["departureDate"]["format"], "date");
    let guests = &schema["properties"]["guests"];
    assert_eq!(guests["type"], "integer");
    assert_eq!([&guests["minimum"], &guests["maximum"], &guests["default"]], [1, 9, 2]);
    let contact = json!({ "action": "accept", "content": {
        "travellerName": "Ada Lovelace", "email": "ada@example.org", "phone": "",
        "departureDate": "2026-06-14", "guests": 3,
    }});
    client.answer(&contact_form, contact.clone());

    let result = client.response(id)["result"].take();
    assert!(result.get("isError").is_none());
    assert!(words(&result).starts_with("Booked. Your reference is BCN-VY7822-3."), "{result}");
    assert!(words(&result).ends_with("Total: $3,150"), "{result}");
    let data = &result["structuredContent"];
    assert_eq!(data["booked"], true);
    assert_eq!(data["flight"]["code"], "VY7822");
    assert_eq!(data["travellerName"], "Ada Lovelace");
    assert_eq!(data["departureDate"], "2026-06-14");
    assert_eq!(data["seatPreference"], "aisle");
    assert_eq!(data["roomType"], "sea view");
    assert_eq!(data["guests"], 3);
    assert_eq!(data["totalUsd"], 3150);

    let record = client.record();
    assert_eq!(record.len(), 4);
    assert_eq!(record[0]["roots"][0]["name"], "Travel Planning Workspace");
    assert_eq!(record[1]["sample"]["content"]["text"], "VY7822 is best.");
    assert_eq!(record[2], json!({ "form": "confirm", "answer": wishes }));
    assert_eq!(record[3], json!({ "form": "contact", "answer": contact }));
    for step in 1..=4 {
        let progress = client.hear("notifications/progress");
        assert_eq!([&progress["progress"], &progress["total"]], [step, 4]);
        assert_eq!(progress["progressToken"], "p");
    }
    client.leave();
}

#[test]
fn fields_keep_their_order_on_the_wire() {
    let mut client = Client::ready(everything());
    client.call("bookVacation");
    let roots = client.question("roots/list");
    client.answer(&roots, json!({ "roots": [] }));
    let question = client.question("sampling/createMessage");
    client.answer(&question, sample("VY7822"));
    let line = loop {
        let line = client.line();
        if line.contains("elicitation/create") {
            break line;
        }
    };
    let place = |name: &str| line.find(&format!("\"{name}\":")).unwrap();
    let places = ["confirmBooking", "seatPreference", "roomType", "travelInsurance"].map(place);
    assert!(places.is_sorted(), "{line}");
}

#[test]
fn only_what_is_required_is_enough() {
    let result =
        fill_in(json!({ "confirmBooking": true }), json!({ "travellerName": "A", "email": "a@b" }));
    let data = &result["structuredContent"];
    assert_eq!(data["reference"], "BCN-VY7822-2");
    assert_eq!(data["seatPreference"], "no preference");
    assert_eq!(data["travelInsurance"], false);
    assert_eq!(data["totalUsd"], 3000);
    assert!(data.get("departureDate").is_none());
}

#[test]
fn no_is_no_however_it_is_said() {
    for (answer, reason) in [
        (json!({ "action": "decline" }), "declined"),
        (json!({ "action": "cancel" }), "cancelled"),
        (json!({ "action": "accept", "content": { "confirmBooking": false } }), "not confirmed"),
    ] {
        let mut client = Client::ready(everything());
        let (id, confirm) = up_to_the_form(&mut client);
        client.answer(&confirm, answer.clone());
        let result = client.response(id)["result"].take();
        assert!(result.get("isError").is_none());
        assert!(words(&result).starts_with("Nothing was booked"), "{result}");
        assert_eq!(result["structuredContent"], json!({ "booked": false, "reason": reason }));
        assert_eq!(client.record()[2], json!({ "form": "confirm", "answer": answer }));
        client.leave();
    }
}

#[test]
fn contact_details_may_be_kept_to_oneself() {
    for (action, reason) in [("decline", "declined"), ("cancel", "cancelled")] {
        let mut client = Client::ready(everything());
        let (id, confirm) = up_to_the_form(&mut client);
        client
            .answer(&confirm, json!({ "action": "accept", "content": { "confirmBooking": true } }));
        let contact = client.question("elicitation/create");
        client.answer(&contact, json!({ "action": action }));
        let result = client.response(id)["result"].take();
        assert_eq!(result["structuredContent"], json!({ "booked": false, "reason": reason }));
        client.leave();
    }
}

#[test]
fn answers_that_were_not_asked_for_book_nothing() {
    let yes = json!({ "confirmBooking": true });
    let ada = json!({ "travellerName": "Ada", "email": "ada@example.org" });
    let with = |base: &Value, name: &str, value: Value| {
        let mut changed = base.clone();
        changed[name] = value;
        changed
    };
    for (wishes, contact, fault) in [
        (json!({}), Value::Null, "confirmBooking is missing"),
        (json!({ "confirmBooking": "yes" }), Value::Null, "confirmBooking is not yes or no"),
        (with(&yes, "roomType", json!("attic")), Value::Null, "roomType is none of the choices"),
        (with(&yes, "seatPreference", json!(1)), Value::Null, "seatPreference is not a text"),
        (with(&yes, "secret", json!(1)), Value::Null, "a field that was not asked for"),
        (yes.clone(), Value::Null, "travellerName is missing; email is missing"),
        (yes.clone(), with(&ada, "travellerName", json!("")), "travellerName is too short"),
        (yes.clone(), with(&ada, "email", json!("ada")), "email is not an e-mail address"),
        (yes.clone(), with(&ada, "departureDate", json!("2026-02-30")), "departureDate is not a"),
        (yes.clone(), with(&ada, "guests", json!(10)), "guests is not a whole number from 1 to 9"),
        (yes.clone(), with(&ada, "guests", json!(0)), "guests is not a whole number"),
        (yes.clone(), with(&ada, "guests", json!(1.5)), "guests is not a whole number"),
        (yes.clone(), with(&ada, "guests", json!("2")), "guests is not a whole number"),
    ] {
        let result = fill_in(wishes, contact);
        assert_eq!(result["isError"], true, "{fault}");
        assert!(words(&result).contains(fault), "{result}");
    }
}
