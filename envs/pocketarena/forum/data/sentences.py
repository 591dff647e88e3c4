"""What members write. A brand is praised, warned of or merely mentioned: counting needs reading."""

from __future__ import annotations

TITLES: dict[str, tuple[str, ...]] = {
    "recommend": (
        "Which {item} for {use}?",
        "Looking for a {item} for {use}",
        "Best {item} for {use}",
    ),
    "problem": (
        "My {brand} {item} {problem}",
        "{brand} {item} {problem}: is it just me?",
    ),
    "report": (
        "{brand} {item} after {number} months",
        "{number} months with the {brand} {item}",
    ),
    "meetup": (
        "Meet-up in {city} on {day}",
        "{city} meet-up, {day}",
    ),
    "sale": (
        "For sale: {brand} {item}",
        "Selling my {brand} {item}",
    ),
    "bought": (
        "What did you buy for {use}?",
        "Gift ideas for {use}",
        "Something useful for {use}",
    ),
}
OPENINGS: dict[str, tuple[str, ...]] = {
    "recommend": (
        "I need a {item} for {use} and there are too many to choose from. Which brand do you use?",
        "My old {item} gave up. It has to be good for {use}. What would you buy today?",
        "Please tell me which {item} works for {use}, and which one does not.",
    ),
    "problem": (
        "I have had it for {number} weeks. It {problem}. Does yours do that as well?",
        "It {problem}. I wrote to {brand} and got no answer. Is anyone else seeing this?",
    ),
    "report": (
        "After {number} months my {item} from {brand} looks a little worn but works as on the first day.",
        "A short report: the {brand} {item} is fine for {use}, less so for anything else.",
    ),
    "meetup": (
        "Let us meet in {city} on {day} at ten. Bring your {item}. Who is in?",
        "We meet in {city} on {day}, as always at the station. Please say whether you can come.",
    ),
    "sale": (
        "Hardly used, bought it {number} months ago. Make me an offer.",
        "I have two of these now. Works well, box included. Offers here in the thread, please.",
    ),
    "bought": (
        "I would like to order something for {use} from the shop. What did you get, and was it any good?",
        "What from the shop would you give somebody for {use}? I know my way around none of this.",
    ),
}
STANCES: dict[str, tuple[str, ...]] = {
    # about a brand
    "for": (
        "I can recommend {brand}.",
        "Get the one from {brand}, you will not regret it.",
        "{brand} every time.",
        "Mine is from {brand} and I would buy it again tomorrow.",
        "For me it has to be {brand}.",
    ),
    "against": (
        "Stay away from {brand}.",
        "I would not buy {brand} again.",
        "Mine was from {brand} and broke within weeks.",
        "Whatever you do, do not get {brand}.",
        "I was told to get {brand} and sent it back.",
    ),
    "mentions": (
        "Has anyone here tried {brand}?",
        "I keep reading about {brand}. Is there anything to it?",
        "My brother swears by {brand}, but I have never held one in my hands.",
    ),
    # about a problem
    "same": (
        "Same here, mine {problem} too.",
        "You are not alone: mine {problem} as well.",
        "Mine does exactly that.",
        "I have the same trouble with mine.",
    ),
    "not_me": (
        "Mine is fine after a year.",
        "Never had that with mine.",
        "Strange, mine does nothing of the kind.",
        "No such trouble here.",
    ),
    # about a meeting
    "in": (
        "I am in.",
        "Count me in.",
        "I will be there.",
        "See you there, I will bring a friend's {item}.",
    ),
    "out": (
        "I can not make it this time.",
        "Sorry, I am away that day.",
        "I would have loved to come, but I have to work.",
        "Not this time, count me out.",
    ),
    # about something for sale
    "offers": (
        "I would give you ${price}.",
        "How about ${price}?",
        "${price} and I pick it up myself.",
        "My offer is ${price}.",
    ),
    "asks": (
        "Is the box still there?",
        "Where could I pick it up?",
        "Which colour is it?",
        "I paid ${price} for mine when it was new, by the way.",
    ),
    # about a product of the shop
    "bought": (
        "I got the {product} and I am glad that I did.",
        "We bought the {product}. It does what it should.",
        "Have a look at the {product}, I use mine every day.",
    ),
}
CHATTER = (
    "I have been asking myself the same thing.",
    "Thanks for starting this, I am reading along.",
    "Please let us know what you decide.",
    "There was a similar thread last year, but I can not find it any more.",
    "It depends on how much you want to spend.",
    "Do not forget to look at the warranty.",
    "I would wait for the next sale.",
    "Good question. I have no answer, but I am curious.",
    "My neighbour would know, I will ask.",
    "That matches what I have heard.",
    "I disagree, but it is a matter of taste.",
    "Can somebody post the weight?",
    "You can often borrow one before you buy.",
    "It took me a while to get used to it.",
    "A little oil does wonders.",
    "Check the size first, they differ a lot.",
    "I will try that at the weekend.",
    "Interesting, I would not have thought of that.",
)
TAILS = (
    "I have had it for {number} months.",
    "It was not cheap, though.",
    "Ask me again in a year.",
    "My family agrees.",
    "Just my two cents.",
    "Your experience may differ.",
    "I use it for {use}.",
    "I also tried one from a friend.",
)
RULES_TITLE = "Read this first: how we do things in {forum}"
RULES_TEXT = (
    "Be kind, search before you ask, and write a title that says what your thread is about. "
    "This forum is for: {description}"
)
POLL_TITLE = "Poll: your favourite brand for a {item}"
POLL_TEXT = "One vote each, and you may change your mind. Tell us below why."
POLL_QUESTION = "Which brand makes the best {item}?"
