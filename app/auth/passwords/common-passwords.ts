/** Detection of common passwords. None of this is sent to browsers. */
import { mostCommon } from "./common-list.server";

/**
 * Base words of common passwords. They match in any case, with letters replaced by look-alikes, and with digits or
 * signs around them: `P4ssw0rd!`, `sunshine99`, `123qwerty`.
 */
const words = new Set(
  `password passwort passwords pass pword passwd motdepasse contrasena senha parola hello hallo hola welcome welkom willkommen bienvenue
  letmein openup opensesame changeme changeit default temp temporary test testing tester guest user admin administrator root superuser
  system manager master secret private login logon access internet computer laptop office server oracle cisco windows microsoft google
  facebook twitter instagram whatsapp youtube linkedin amazon apple iphone samsung android nokia portico portal dashboard
  qwerty qwertyu qwertyui qwertyuiop qwert qwertz qwertzui qwertzuiop azerty azertyuiop asdf asdfg asdfgh asdfghj asdfghjk asdfghjkl zxcv
  zxcvb zxcvbn zxcvbnm qaz qazwsx qazwsxedc wsx wsxedc qweasd qweasdzxc asdzxc poiuytrewq lkjhgfdsa mnbvcxz qwer qweqwe asdasd zxczxc
  abc abcd abcde abcdef abcdefg abcdefgh abcdefghi abcdefghij abcabc aabbcc xyz
  iloveyou iloveu loveyou loveme lovely lover love lovers iloveme forever always sweetheart honey darling angel angels babygirl babyboy
  baby princess prince queen king kingdom sunshine sunflower flower flowers rainbow butterfly butterflies chocolate cookie cookies cupcake
  banana orange strawberry cherry pepper cheese coffee whisky budweiser corona summer winter spring autumn monday tuesday wednesday
  thursday friday saturday sunday january february march april june july august september october november december birthday christmas
  football baseball basketball softball volleyball hockey soccer tennis golf golfer rugby cricket swimming liverpool chelsea arsenal
  barcelona realmadrid juventus everton celtic rangers yankees lakers eagles cowboys steelers packers dolphins redskins raiders patriots
  broncos warriors manutd manchester united dragon dragons monkey monkeys tiger tigers panther lion wolf wolves eagle falcon phoenix
  dolphin shark horse horses pony puppy kitten kitty doggie bulldog snoopy garfield turtle spider scorpion snake elephant penguin
  superman batman spiderman ironman wolverine superstar starwars startrek pokemon pikachu naruto minecraft fortnite nintendo playstation
  xbox matrix gandalf hobbit frodo legolas merlin harrypotter hogwarts dumbledore terminator predator godzilla transformer transformers
  mustang mercedes ferrari porsche corvette camaro charger yamaha harley suzuki kawasaki honda toyota chevy chevrolet jaguar
  jordan michael michelle jennifer jessica jasmine ashley amanda andrea andrew anthony austin brandon brittany charles charlie
  charlotte chelsea christian christopher christina daniel danielle david diamond dominic edward elizabeth emily eric
  fernando francis francisco gabriel george hannah heather isabella jackson jacob james jeremy jonathan joseph joshua justin
  katherine kevin kimberly lauren leonardo madison maggie marina martin matthew maxwell melissa mercedes miguel morgan nathan nicholas
  nicole olivia patrick pamela patricia rachel rebecca richard robert ronaldo samantha samuel sebastian stephanie stephen steven
  susan sophie taylor thomas tigger tinkerbell tweety victoria vanessa veronica victor vincent william zachary alexander alexandra
  alejandro alberto antonio carlos angelica beatrice bernard caroline claudia cristina eduardo enrique federico giovanni
  whatever trustno trustnoone nothing something anything freedom liberty america american england london paris germany
  australia canada mexico brasil india russia california texas florida newyork chicago boston dallas phoenix houston
  jesus jesuschrist jesusislord christ heaven godisgood blessed blessing blessings faith godbless church lord
  shadow hunter killer ranger soldier sniper warrior knight pirate ninja samurai assassin gangster thunder lightning
  blackjack midnight moonlight starlight silver golden gold purple yellow green black white crystal diamond emerald
  hardcore metallica nirvana slipknot rockstar rockyou eminem beatles ironmaiden linkinpark guitar music musica
  scooter skater skateboard snowboard motocross marlboro bigdaddy daddy mommy mother father family friend friends brother sister
  fuckyou fuckme fuckoff asshole bitch bullshit pussy sexy sexygirl sexybitch hotstuff playboy
  money dollar million millionaire lucky luckyone success winner champion legend goodluck happy smile smiley
  slayer creative explorer discover adventure captain enterprise vampire twilight
  apollo mercury saturn jupiter galaxy universe cosmos voyager stargate
  hotdog hamburger pizza peanut pumpkin ginger sparky buster rocky buddy bandit bailey molly maverick
  goldfish marley snowball snowman barney casper ladybug pookie precious cutie sweetie sweetpea
  estrella teamo tequiero bonita hermosa princesa corazon amorcito mariposa chocolat doudou loulou soleil azertyui
  schatz liebe ficken hallohallo sommer schalke passwort geheim
  pass`.split(/\s+/),
);

const lookAlikes: Record<string, string> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

/** Keyboard rows, the alphabet and digits, for passwords that follow a sequence. */
const walks =
  `01234567890 abcdefghijklmnopqrstuvwxyz qwertyuiop qwertzuiop azertyuiop asdfghjkl zxcvbnm yxcvbnm !@#$%^&*()
  1qaz2wsx3edc4rfv5tgb6yhn 1q2w3e4r5t6y7u8i9o0p q1w2e3r4t5y6u7i8o9p0 zaq12wsxcde34rfv a1b2c3d4e5f6g7h8 1a2b3c4d5e6f7g8h
  147258369 741852963 789456123 159753`.split(/\s+/);
const bothWays = walks.flatMap((walk) => [walk, [...walk].reverse().join("")]);

/** Whether the password is common enough to be guessed first. */
export function isCommonPassword(password: string): boolean {
  const lower = password.normalize("NFKC").toLowerCase();
  const candidates = [
    lower.replace(/^[^a-z]+|[^a-z]+$/g, ""),
    spelledOut(lower).replace(/[^a-z]+$/, ""),
    spelledOut(lower.replace(/[\d\W_]+$/, "")),
  ];
  const once = unit(lower.replace(/(.)\1+/gu, "$1"));
  return (
    mostCommon.has(lower) ||
    candidates.some((word) => words.has(word) || words.has(unit(word))) ||
    isWalk(unit(lower)) ||
    isWalk(once) ||
    isDate(lower)
  );
}

const spelledOut = (text: string) => [...text].map((character) => lookAlikes[character] ?? character).join("");

/** Returns the shortest text that `text` repeats, such as `123` for `123123123`. */
function unit(text: string): string {
  const length = (text + text).indexOf(text, 1);
  return length > 0 ? text.slice(0, length) : text;
}

/** Whether the text is one sequence, in either direction, or two of them, such as `abcd1234`. */
function isWalk(text: string): boolean {
  const along = (part: string) => part.length < 2 || bothWays.some((walk) => walk.includes(part));
  if (along(text)) return true;
  const cuts = Array.from({ length: Math.max(0, text.length - 5) }, (_, index) => index + 3);
  return cuts.some((cut) => along(text.slice(0, cut)) && along(text.slice(cut)));
}

/** Whether the text is a date in digits, such as 19900101 or 31-12-1999. */
const isDate = (text: string) => /^(?:19|20)\d\d[-./]?\d\d[-./]?\d\d$|^\d\d[-./]?\d\d[-./]?(?:19|20)\d\d$/.test(text);
