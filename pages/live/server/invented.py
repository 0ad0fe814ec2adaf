"""What ships to rate: invented dialogues between a customer and a helpdesk, and a scale."""

from pages.live.server.activities import Rate

#: The customer's satisfaction, as in the dialogue quality tasks.
SCALE = ("-2", "-1", "0", "1", "2")
_ASKED = "How satisfied is the customer, from -2 (not at all) to 2 (fully)?"


def _dialogue(title: str, *turns: str) -> Rate:
    speakers = ("Customer", "Helpdesk")
    lines = [f"{speakers[place % 2]}: {turn}" for place, turn in enumerate(turns)]
    return Rate(title, "\n".join((*lines, "", _ASKED)), SCALE)


DIALOGUES: tuple[Rate, ...] = (
    _dialogue(
        "The router",
        "My internet has been gone since this morning. The red light is on.",
        "Please switch the router off, wait ten seconds, and switch it on again.",
        "I did that twice before I wrote to you.",
        "Then please press the small button on the back for five seconds.",
        "Now it works. Why was that not the first answer?",
    ),
    _dialogue(
        "The late parcel",
        "My parcel should have come on Monday. Today is Friday.",
        "I am sorry. I see it in our centre: the label was damaged. I have printed a new one.",
        "When will it come?",
        "Tomorrow before noon, and we pay the postage back to you.",
        "Good, thank you.",
    ),
    _dialogue(
        "The double bill",
        "I paid the same bill twice. Please send one payment back.",
        "Please fill in form 12 on our website.",
        "The website says that form 12 no longer exists.",
        "Then please wait until the website is updated.",
    ),
    _dialogue(
        "The lost password",
        "I cannot log in. The page says that my password is wrong.",
        "I have sent you a link to choose a new one.",
        "It came at once and works. But I have lost my saved addresses.",
        "They come back when you log in a second time.",
    ),
    _dialogue(
        "The noisy washing machine",
        "My new washing machine is louder than the old one. Is that normal?",
        "Have you removed the four bolts that hold the drum during transport?",
        "No, nobody told me. I will look.",
        "It is on page 3 of the manual.",
        "It is quiet now. I wish somebody had told me in the shop.",
    ),
    _dialogue(
        "The cancelled train",
        "My train was cancelled and I missed my flight. Who pays for it?",
        "We pay the price of the train ticket.",
        "The flight cost ten times as much.",
        "I understand that this is bad news. Our rules cover the train alone. Your insurance may "
        "pay for the flight; here is the certificate of the cancellation that it will ask for.",
    ),
)
