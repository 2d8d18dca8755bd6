//! The flights from London to Barcelona on the day the vacation begins: always the same 47.

use std::fmt;

use serde_json::{Value, json};

/// How many there are.
pub const COUNT: usize = 47;

struct Airline {
    code: &'static str,
    name: &'static str,
    first_number: u32,
    fare: u32,
    hubs: &'static [&'static str],
}

const fn airline(
    code: &'static str,
    name: &'static str,
    first_number: u32,
    fare: u32,
    hubs: &'static [&'static str],
) -> Airline {
    Airline { code, name, first_number, fare, hubs }
}

const AIRLINES: [Airline; 10] = [
    airline("VY", "Vueling", 7820, 162, &[]),
    airline("IB", "Iberia", 3160, 205, &["Madrid"]),
    airline("BA", "British Airways", 470, 231, &[]),
    airline("LH", "Lufthansa", 900, 248, &["Frankfurt", "Munich"]),
    airline("U2", "easyJet", 8570, 139, &[]),
    airline("AF", "Air France", 1580, 219, &["Paris"]),
    airline("KL", "KLM", 1000, 226, &["Amsterdam"]),
    airline("FR", "Ryanair", 9040, 118, &[]),
    airline("LX", "SWISS", 320, 254, &["Zurich", "Geneva"]),
    airline("TP", "TAP Air Portugal", 1330, 187, &["Lisbon", "Porto"]),
];

/// Each airline flies up to five times a day; a later round leaves later and has its own price.
const ROUNDS: [(u32, i32); 5] = [(340, -22), (515, 38), (745, 12), (980, 27), (1245, -41)];

const MINUTES_IN_THE_AIR: u32 = 125;
const MINUTES_PER_LAYOVER: u32 = 115;
const BARCELONA_AHEAD_BY: u32 = 60;
const DAY: u32 = 24 * 60;

/// One flight. Times are minutes after local midnight of the day of departure.
pub struct Flight {
    /// Airline and number, such as `VY7820`; no two are the same.
    pub code: String,
    airline: &'static str,
    departs: u32,
    arrives: u32,
    layovers: &'static [&'static str],
    fare: u32,
}

/// All of them, in the order of their departure.
pub fn all() -> Vec<Flight> {
    let rounds = ROUNDS.iter().zip(0..);
    let mut flights: Vec<Flight> = rounds
        .flat_map(|(round, nth)| AIRLINES.iter().zip(0..).map(move |on| flight(on, *round, nth)))
        .take(COUNT)
        .collect();
    flights.sort_by_key(|flight| flight.departs);
    flights
}

fn flight((airline, place): (&Airline, u32), (departs, extra): (u32, i32), nth: u32) -> Flight {
    // An airline with two hubs uses both only every other time.
    let layovers = &airline.hubs[..airline.hubs.len().min(1 + nth as usize % 2)];
    let stops = layovers.len() as u32;
    let departs = departs + place * 9;
    let travelling = MINUTES_IN_THE_AIR + stops * MINUTES_PER_LAYOVER;
    Flight {
        code: format!("{}{}", airline.code, airline.first_number + nth * 2),
        airline: airline.name,
        departs,
        arrives: departs + travelling + BARCELONA_AHEAD_BY,
        layovers,
        fare: airline.fare.saturating_add_signed(extra) - stops * 24,
    }
}

impl Flight {
    /// The flight for programs.
    pub fn data(&self) -> Value {
        json!({
            "code": self.code,
            "airline": self.airline,
            "departs": clock(self.departs),
            "arrives": clock(self.arrives),
            "layovers": self.layovers,
            "priceUsd": self.fare,
        })
    }
}

/// The schema of [`Flight::data`].
pub fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "code": { "type": "string" },
            "airline": { "type": "string" },
            "departs": { "type": "string", "description": "Local time in London" },
            "arrives": { "type": "string", "description": "Local time in Barcelona" },
            "layovers": { "type": "array", "items": { "type": "string" } },
            "priceUsd": { "type": "integer" },
        },
        "required": ["code", "airline", "departs", "arrives", "layovers", "priceUsd"],
    })
}

impl fmt::Display for Flight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}, ", self.code, self.airline)?;
        write!(f, "departs {}, arrives {}, ", clock(self.departs), clock(self.arrives))?;
        match self.layovers {
            [] => f.write_str("nonstop")?,
            [one] => write!(f, "1 layover ({one})")?,
            more => write!(f, "{} layovers ({})", more.len(), more.join(", "))?,
        }
        write!(f, ", ${}", self.fare)
    }
}

fn clock(minutes: u32) -> String {
    let nextday = if minutes >= DAY { " (next day)" } else { "" };
    format!("{:02}:{:02}{nextday}", minutes / 60 % 24, minutes % 60)
}

/// The flights that a text names by their code, in the order it names them.
pub fn named_in(text: &str, flights: Vec<Flight>) -> Vec<Flight> {
    let words: Vec<String> = text
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_uppercase)
        .collect();
    // People and models also write "VY 7820".
    let place = |code: &str| {
        let spaced = |pair: &[String]| pair.concat() == code;
        let whole = words.iter().position(|word| word == code);
        let split = words.windows(2).position(spaced);
        whole.into_iter().chain(split).min()
    };
    let mut named: Vec<(usize, Flight)> =
        flights.into_iter().filter_map(|flight| Some((place(&flight.code)?, flight))).collect();
    named.sort_by_key(|(place, _)| *place);
    named.into_iter().map(|(_, flight)| flight).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn there_are_47_different_flights_in_order() {
        let flights = all();
        assert_eq!(flights.len(), COUNT);
        assert!(flights.is_sorted_by_key(|flight| flight.departs));
        let codes: HashSet<_> = flights.iter().map(|flight| &flight.code).collect();
        assert_eq!(codes.len(), COUNT);
        assert!(flights.iter().any(|flight| flight.layovers.len() == 2));
        assert!(flights.iter().all(|flight| flight.departs < DAY && flight.fare > 50));
    }

    #[test]
    fn a_flight_reads_well() {
        assert_eq!(
            all()[0].to_string(),
            "VY7820 Vueling, departs 05:40, arrives 08:45, nonstop, $140"
        );
    }

    #[test]
    fn codes_are_found_in_prose() {
        let codes =
            |text| named_in(text, all()).into_iter().map(|flight| flight.code).collect::<Vec<_>>();
        assert_eq!(codes("**BA 472**, then vy7820; not XVY7822."), ["BA472", "VY7820"]);
        assert!(codes("Take the 7820 at VY.").is_empty());
    }
}
