//! Answering an input, withdrawing it, and letting go of it.

use super::explore;
use super::scene::{Scene, hub, is_given};
use crate::options::Dispatch;
use crate::sync::thread;
use std::sync::Arc;

/// A scene whose host was given a form.
fn asked() -> Scene {
    let scene = Scene::open(&hub(Dispatch::Thread));
    scene.server().asks();
    scene.seen.wait_for(2);
    assert_eq!(scene.seen.told(), ["ready", "input"]);
    scene
}

fn withdrawals(told: &[String]) -> usize {
    told.iter().filter(|what| *what == "withdrawn").count()
}

// proves: CAN-06
#[test]
fn of_two_answers_and_a_withdrawal_one_counts() {
    explore(|| {
        let scene = asked();
        let input = scene.seen.take_input();
        let (one, two) = (Arc::clone(&input), input);
        let server = scene.server();
        let threads = [
            thread::spawn(move || is_given(one.decline(None))),
            thread::spawn(move || is_given(two.cancel())),
            thread::spawn(move || {
                server.takes_back();
                false
            }),
        ];
        let given = threads.map(|thread| thread.join().unwrap());
        let given = given.into_iter().filter(|given| *given).count();
        let answers = scene.answers();
        assert_eq!(answers, given, "an answer is on the wire exactly if it was taken");
        assert_eq!(given + withdrawals(&scene.end()), 1);
    });
}

#[test]
fn letting_go_answers_what_is_still_open() {
    explore(|| {
        let scene = asked();
        let input = scene.seen.take_input();
        let server = scene.server();
        let freeing = thread::spawn(move || drop(input));
        let speaking = thread::spawn(move || server.takes_back());
        freeing.join().unwrap();
        speaking.join().unwrap();
        let answers = scene.answers();
        assert_eq!(answers + withdrawals(&scene.end()), 1);
    });
}

#[test]
fn closing_withdraws_what_is_still_open() {
    explore(|| {
        let scene = asked();
        let input = scene.seen.take_input();
        let link = Arc::clone(&scene.link);
        let closing = thread::spawn(move || link.close());
        let answering = thread::spawn(move || is_given(input.decline(None)));
        closing.join().unwrap();
        let given = answering.join().unwrap();
        assert_eq!(usize::from(given) + withdrawals(&scene.end()), 1);
    });
}
