// Written by tools/write_page_types.py from the description of the API. Do not edit.

/** Accept the progressive wager of a position. */
export interface Acknowledge {
  do: "acknowledge";
  seat: number;
}

/** What every action is worth in the decision that the caller has to make. */
export interface Advice {
  street: string;
  when: string;
  units: string;
  actions: Record<string, Worth>;
  best: string;
  why: string;
  outlook: Outlook;
  seat: number;
  version: number;
}

/** What a decision changes: a wager is made or goes back, or the hand is folded. */
export interface Answered {
  wager: string | null;
  amount: string;
  takes_back: boolean;
  folds: boolean;
}

/** A wager of any amount between two limits. */
export interface AnyAmount {
  action: string;
  label: string;
  least: string;
  most: string;
  unit: string;
}

/** Run the table like this from now on; what is left out stays as it is. */
export interface Arrange {
  do: "arrange";
  dealing?: "house" | "dealer" | null;
  decision_seconds?: number | null;
  betting_seconds?: number | null;
  private?: boolean | null;
  coach?: "allowed" | "after_round" | "off" | null;
}

/** The decision in front of the viewer. */
export interface Ask {
  seat: number;
  street: string;
  actions: OfferedAction[];
  beyond_chips: OfferedAction[];
  any_amount: AnyAmount | null;
  deadline: string | null;
  clauses: string[];
}

/** What a beacon published, and when. */
export interface BeaconValue {
  value: string;
  at: string;
}

/** The area for the chips of one wager, at every position. */
export interface BettingArea {
  wager: string;
  label: string;
  main: boolean;
  clauses: string[];
}

/** A rule book, with everything that may be chosen when a table is opened. */
export interface Book {
  id: string;
  title: string;
  unit: string;
  family: string;
  authority: string;
  version: string;
  positions: number;
  adjacent_boxes: boolean;
  player_cards: number;
  rests_on: string | null;
  paytables: Record<string, Summary[]>;
  paytable_titles: Record<string, string>;
  wagers: BookWager[];
  streets: BookStreet[];
  options: BookOption[];
  dealing_methods: BookDealing[];
  shufflers: string[];
  payout_limit: Record<string, any> | null;
  stock: Record<string, any>;
}

/** A way of dealing, and the orders that it allows. */
export interface BookDealing {
  method: string;
  orders: string[];
}

/** A rule book. */
export interface BookName {
  id: string;
  title: string;
}

/** Something that a player may do at a decision. */
export interface BookOffer {
  does: "bet" | "check" | "fold" | "withdraw";
  verb: string;
  multiples: number[];
  any_amount_between: boolean;
  adds: boolean;
  needs_hand: string | null;
  option: string | null;
  clauses: string[];
}

/** A choice that a book leaves to the house. */
export interface BookOption {
  name: string;
  default: boolean;
  says: string;
  clauses: string[];
}

/** A decision of a book's players. */
export interface BookStreet {
  name: string;
  title: string;
  board: number;
  actions: BookOffer[];
  otherwise: string;
  clauses: string[];
}

/** A wager of a book. */
export interface BookWager {
  name: string;
  label: string;
  required: boolean;
  opens: boolean;
  decided: boolean;
  clauses: string[];
}

/** A bot to be seated at the next free position. */
export interface BotRequest {
  plays?: string;
}

/** Buy chips; with `seat`, a dealer does it for a guest. */
export interface BuyIn {
  do: "buy_in";
  amount: string;
  seat?: number | null;
}

/** Have the stub of this round counted, though it is not due. */
export interface CallStubCount {
  do: "call_stub_count";
}

/** A round that was called off because a seed was missing. */
export interface CalledOffRound {
  round: string;
  commitment: string | null;
  seed: string | null;
  seeds: RoundSeeds;
}

/** An area for cards that are not a player's. */
export interface CardArea {
  place: "community" | "dealer" | "extra";
  label: string;
  cards: number;
  says: string;
  clauses: string[];
}

/** Places of cards side by side. */
export interface CardPlaces {
  x: number;
  y: number;
  width: number;
  height: number;
  card: number;
  pitch: number;
  count: number;
}

/** A case before the one that decided, and its conditions that were not met. */
export interface CasePassedOver {
  number: number;
  conditions: Conditions;
  unmet: string[];
}

/** Take chips away; with `seat`, a dealer does it for a guest. */
export interface CashOut {
  do: "cash_out";
  amount: string;
  seat?: number | null;
}

/** Take a deck off the table and receive another one in its place. */
export interface ChangeDeck {
  do: "change_deck";
  deck: number;
  back: string;
  reason: string;
  preshuffled?: boolean;
}

/** Something that a self-check found to have changed since the server was started. */
export interface ChangeDocument {
  what: string;
  before: string;
  after: string;
  found: string;
}

/** Play without the devices that are out of use; when all are restored, by the filed method again. */
export interface ChangeMethod {
  do: "change_method";
}

/** How far the record is signed by the house and cosigned by witnesses. */
export interface CheckpointDocument {
  signed: number;
  cosigned: number;
  witnesses: string[];
  unprotected: number;
  since: string | null;
  problem: string | null;
}

/** A clause in our own words, and how it is covered. */
export interface Clause {
  citation: string;
  book: string;
  title: string;
  id: string;
  says: string;
  coverage: string;
  reason: string | null;
  readings: Reading[];
}

/** Close the table, after the round in progress. */
export interface CloseTable {
  do: "close_table";
}

/** The server stops. */
export interface ClosingMessage {
  type: "closing";
}

/** When the coach may speak. */
export interface CoachModes {
  mode_allowed: ("off" | "after_round" | "after" | "before")[];
}

/** A command over a live connection. */
export interface CommandMessage {
  type: "command";
  id: string;
  expected?: number | null;
  command: Sit | BuyIn | CashOut | Leave | PlaceWagers | CommitSeed | RevealSeed | GiveBeacon | Ready | Decide | Step | DealRound | Report | CorrectCards | CallStubCount | GoIdle | Acknowledge | RestoreDevice | InsertStack | ChangeMethod | SeatGuest | OrderRecut | OrderReshuffle | ChangeDeck | Rule | RuleOnLeaving | CloseTable | PlayerArrives | Arrange | SeatBot | DismissBot;
}

/** Commit to the player's seed for the shuffle of the round, or only of this one. */
export interface CommitSeed {
  do: "commit_seed";
  commitment: string;
  round?: string | null;
}

/** What a case asks for; what it does not ask for is left out. */
export interface Conditions {
  folded?: boolean;
  qualifies?: boolean;
  result?: "beats" | "ties" | "loses";
  table?: string;
  options?: Record<string, boolean>;
  made?: string[];
}

/** A proof that one tree grew from another. */
export interface ConsistencyDocument {
  old: number;
  new: number;
  proof: string[];
}

/** Put right cards that were entered wrongly: each of `entered` is really the one at its place in `right`. */
export interface CorrectCards {
  do: "correct_cards";
  entered: string;
  right: string;
  reason: string;
}

/** How deep a cut may be. */
export interface CutBounds {
  least: number;
  most: number;
}

/** Numbers of deals. */
export interface DealCounts {
  lose: number;
  tie: number;
  win: number;
}

/** Perform every step up to "no more bets". */
export interface DealRound {
  do: "deal_round";
}

/** Every card that was dealt. */
export interface Dealt {
  board: string[];
  dealer: string[];
  extra: string[];
  seats: Record<string, string[]>;
  drawn: number;
}

/** Check, fold, or wager a multiple (`raise_3`, `play_1`) or an amount (`play` with `amount`). */
export interface Decide {
  do: "decide";
  seat: number;
  action: string;
  amount?: string | null;
}

/** A wager that is decided on after the deal. */
export interface DecidedWager {
  wager: string;
  label: string;
  of: string;
  least: number;
  most: number;
}

/** The case of its wager that decided a line, and what it asks for. */
export interface DecidingCase {
  number: number;
  of: number;
  conditions: Conditions;
  why_not?: CasePassedOver[];
}

/** A deck of the table's. */
export interface DeckAtTable {
  back: string;
  in_play: boolean;
  removed: boolean;
}

/** A step that was done: what, at which seat, and for cards how many, where to and which way up. */
export interface Did {
  do: string;
  seat: number | null;
  to: string | null;
  cards: number;
  face_up: boolean;
  answered: Answered | null;
}

/** One thing, and what each book says about it, in the order of the books. */
export interface DifferenceLine {
  label: string;
  same: boolean;
  cells: Note[];
}

/** The books side by side. */
export interface Differences {
  books: BookName[];
  lines: DifferenceLine[];
}

/** Have a bot leave. */
export interface DismissBot {
  do: "dismiss_bot";
  seat: number;
}

/** A command that was carried out, now or before. */
export interface DoneDocument {
  version: number;
  repeated: boolean;
}

/** A command that was carried out, now or before. */
export interface DoneMessage {
  type: "done";
  id: string;
  version: number;
  repeated: boolean;
}

/** A flush or a straight that one of these cards completes. */
export interface Draw {
  words: string;
  cards: string[];
}

/** A decision that was dealt by chance. */
export interface Drill {
  target: string;
  title: string;
  street: string;
  when: string;
  units: string;
  cards: string[];
  board: string[];
  up: string[];
  withdrawn: Record<string, boolean>;
  choices: DrillChoice[];
  clauses: string[];
  id: string;
  seed: number;
}

/** What somebody would do in a drill. */
export interface DrillAnswer {
  id: string;
  action: string;
  /** The caller's own date, which the answer counts for. */
  day?: string | null;
}

/** The answers of one book. */
export interface DrillBook {
  title: string;
  streets: Record<string, DrillStreet>;
}

/** Something that may be done. */
export interface DrillChoice {
  action: string;
  label: string;
}

/** What somebody might have done in a drill that was answered. */
export interface DrillInstead {
  answered: string;
  action: string;
}

/** The caller's mistakes, as drills. */
export interface DrillMistakes {
  drills: OwnDrill[];
}

/** What an answer was worth. */
export interface DrillResult {
  target: string;
  title: string;
  street: string;
  when: string;
  units: string;
  cards: string[];
  board: string[];
  up: string[];
  withdrawn: Record<string, boolean>;
  choices: DrillChoice[];
  clauses: string[];
  answered: string;
  recorded: boolean;
  level: number | null;
  action: string;
  correct: boolean;
  cost: Exact;
  actions: Record<string, Worth>;
  best: string;
  why: string;
  outlook: Outlook;
}

/** What the caller has practised. */
export interface DrillResults {
  level: number;
  row: number;
  wrong: number;
  best: number;
  days: Record<string, number>;
  results: Record<string, DrillBook>;
  missed: MissedDrill[];
}

/** The answers at one kind of decision. */
export interface DrillStreet {
  when: string;
  answered: number;
  right: number;
  cost: Exact;
}

/** How an action in a drill can come out. */
export interface DrillWhatIf {
  instead: string;
  value: Exact;
  units: string;
  basis: "distribution";
  distribution: NetShare[];
}

/** A line that the next step pays or collects; a share of a meter has no amounts until then. */
export interface DueLine {
  wager: string;
  stake: string;
  result: Result;
  reason: string;
  hand: string | null;
  pays: string | null;
  clauses: string[];
  meter?: string;
  meter_before?: string;
  meter_after?: string;
  readings: string[];
  words: string;
  seat: number;
  payout: string | null;
  returned: string | null;
}

/** A command that was not carried out, or a message that was not understood. */
export interface ErrorMessage {
  type: "error";
  id: string | null;
  status: number;
  error: ErrorPart;
}

/** What kind of error it is, and everything that is wrong. */
export interface ErrorPart {
  kind: "malformed" | "refused" | "conflict";
  problems: ProblemDocument[];
}

/** An exact number, and a decimal near it. */
export interface Exact {
  fraction: string;
  decimal: number;
}

/** A hand that was settled, with the readings and the case behind each line. */
export interface ExplainedHand {
  lines: ExplainedLine[];
  totals: Record<string, Total>;
  meters: Record<string, string>;
  readings: ReadingOfLine[];
}

/** A settlement line with its readings and its case, or the rule that decided instead of a case. */
export interface ExplainedLine {
  wager: string;
  stake: string;
  result: Result;
  reason: string;
  hand: string | null;
  pays: string | null;
  clauses: string[];
  meter?: string;
  meter_before?: string;
  meter_after?: string;
  seat: number;
  payout: string | null;
  returned: string | null;
  readings: string[];
  case: DecidingCase | null;
  rule: string | null;
}

/** A layout drawn for a window. */
export interface FeltDrawing {
  width: number;
  height: number;
  cards: Record<string, CardPlaces>;
  discards: Place;
  inventory: Place;
  shoe: Place;
  says: Place;
  seats: Record<string, SeatPlaces>;
  lines: LinePlace[];
  svg: string;
}

/** One event of a round: what was said, and what everybody saw after it. */
export interface Frame {
  type: string;
  time: string;
  words: Sentence[];
  view: RoundOnTable | null;
}

/** Add the value of a public beacon to the shuffle of the round; `at` is when it was published. */
export interface GiveBeacon {
  do: "give_beacon";
  value: string;
  at: string;
}

/** The words of the table. */
export interface Glossary {
  terms: Term[];
}

/** Spread the cards, because nobody plays; face up where the book leaves it open, or somebody asked. */
export interface GoIdle {
  do: "go_idle";
  face_up?: boolean;
  asked_by?: string | null;
}

/** Cards that make the same hand. */
export interface HandCards {
  hand: string;
  cards: string[];
}

/** A class of hands; for each up card, in how many deals each action is best. */
export interface HandClass {
  hand: string;
  cells: (Record<string, number>)[];
}

/** How often the dealer wins with a kind of hand. */
export interface HandShare {
  hand: string;
  share: Exact;
}

/** The best decision by class of hand, and by the dealer's up card if there is one. */
export interface HandsByUpCard {
  kind: "up_card";
  when: string;
  actions: string[];
  ranks: string[];
  rows: HandClass[];
}

/** The last commit of the record. */
export interface HeadDocument {
  number: number;
  hash: string;
}

/** That the server is up, what it runs, and what has changed since it was started. */
export interface HealthDocument {
  status: "ok" | "degraded";
  version: string;
  digests: Record<string, string>;
  submissions: Record<string, number>;
  changes: ChangeDocument[];
  checked: string | null;
  head: HeadDocument | null;
  checkpoint: CheckpointDocument | null;
  record: string[];
  tables: number;
  only_this_machine: boolean;
  uptime_seconds: number;
}

/** The shuffler puts the stack into the shoe by itself. */
export interface InsertStack {
  do: "insert_stack";
}

/** An invitation, as a text and as a link to the table; `id` is needed to revoke it. */
export interface InvitationDocument {
  id: string;
  invitation: string;
  link: string;
}

/** An open or redeemed invitation. */
export interface InvitationEntry {
  id: string;
  role: string;
  made_by: string;
  appoints: boolean;
  made: string;
  until: string;
  redeemed: boolean;
}

/** The role that an invitation gives. */
export interface InvitationRequest {
  role: "dealer" | "floor" | "player";
}

/** The invitations to a table. */
export interface InvitationsDocument {
  invitations: InvitationEntry[];
}

/** Something that can go wrong, and what the book says about it. */
export interface Irregularity {
  name: string;
  words: string;
  says: string;
  outcome: string;
  clauses: string[];
  device: string[];
  before_any_change: boolean;
}

/** A decision that was made, and what it was worth. */
export interface JudgedDecision {
  seat: number;
  street: string;
  when: string;
  units: string;
  cards: string[];
  board: string[];
  up: string[];
  dead: string[];
  action: string;
  amount: string | null;
  ante: string;
  actions: Record<string, Worth>;
  best: string;
  cost: Exact;
  cost_money: string;
  why: string;
  outlook: Outlook;
}

/** The layout of a table, with its sign. */
export interface Layout {
  rulebook: string;
  title: string;
  family: string;
  rules: string;
  approved: string | null;
  house_name: ShownText;
  positions: number;
  position_clauses: string[];
  position_reading: number | null;
  player_cards: number;
  adjacent_boxes: number;
  areas: BettingArea[];
  cards: CardArea[];
  inscriptions: ShownText[];
  equipment: ShownText[];
  sign: Sign;
}

/** Leave the table with all chips; with `seat`, a dealer does it for a guest. */
export interface Leave {
  do: "leave";
  seat?: number | null;
}

/** How a game is played, in a minute. */
export interface Lesson {
  steps: LessonStep[];
  hands: string[];
  side_wagers: LessonWager[];
  target: string;
  title: string;
}

/** A part of a round. */
export interface LessonStep {
  part: "wager" | "cards" | "decision" | "showdown" | "paid";
  street: string | null;
  title: string;
  says: Note[];
}

/** A wager that is not needed to play. */
export interface LessonWager {
  name: string;
  label: string;
  says: Note[];
}

/** Rounds of the caller, table by table, and where the next page begins. */
export interface Lifetime {
  rounds: OwnRound[];
  after: string | null;
}

/** The least and the most. */
export interface LimitsEntry {
  least: string;
  most: string;
}

/** The least and the most of a wager. */
export interface LimitsRequest {
  least: string;
  most: string;
}

/** One settlement line, with its reason in words and how the book is read there. */
export interface Line {
  wager: string;
  stake: string;
  result: Result;
  reason: string;
  hand: string | null;
  pays: string | null;
  clauses: string[];
  meter?: string;
  meter_before?: string;
  meter_after?: string;
  seat: number;
  payout: string | null;
  returned: string | null;
  readings: string[];
  why: string;
}

/** A settlement line in JSON types; a share of a meter that was not taken yet has no amounts. */
export interface LineDocument {
  wager: string;
  stake: string;
  result: Result;
  reason: string;
  hand: string | null;
  pays: string | null;
  clauses: string[];
  meter?: string;
  meter_before?: string;
  meter_after?: string;
  seat: number;
  payout: string | null;
  returned: string | null;
}

/** A line of a paytable that is written on the layout. */
export interface LinePlace {
  wager: string;
  on: string | null;
  pays: string;
  amount: string | null;
  box: Place;
}

/** What the caller decided, and what it cost against the best action, in units. */
export interface ListedDecision {
  seat: number;
  street: string;
  when: string;
  units: string;
  action: string;
  best: string;
  cost: Exact;
}

/** A seat's cards in a round that is over. */
export interface ListedHand {
  cards: string[];
  hand: string | null;
  folded: boolean;
  net: string;
}

/** A round that is over. */
export interface ListedRound {
  round: string;
  number: number;
  opened: string;
  void: string | null;
  net: string | null;
  seats: Record<string, string>;
  own_seats: number[];
  board: string[];
  dealer: string[];
  dealer_hand: string | null;
  hands: Record<string, ListedHand>;
  decisions: ListedDecision[];
  cost_money: string | null;
}

/** A player's seed on the closed list of a round. */
export interface ListedSeed {
  player: string;
  commitment: string;
  revealed: boolean;
  seed: string | null;
}

/** The main game with the best decisions, per unit of its base. */
export interface MainOdds {
  house_edge: Exact;
  element_of_risk: Exact;
  average_wager: Exact;
  equal_actions: string;
  most_average_wager: Exact | null;
  least_element_of_risk: Exact | null;
  variance: Exact;
  standard_deviation: number;
  win_frequency: Exact;
  push_frequency: Exact;
  lose_frequency: Exact;
  hit_frequency: Exact;
  decisions: Record<string, Record<string, Exact>>;
  distribution: NetOdds[];
  by_wager: Record<string, MainWagerOdds>;
  deals: number;
  seconds: number;
}

/** The part of one wager in the main game. */
export interface MainWagerOdds {
  average_stake: Exact;
  net: Exact;
  house_advantage: Exact | null;
  variance: Exact;
  standard_deviation: number;
  lines: WagerEnding[];
}

/** A decision that was missed. */
export interface MissedDrill {
  question: OwnDrill;
  box: number;
  due: string;
}

/** A decision that was not the best one. */
export interface Mistake {
  seat: number;
  street: string;
  when: string;
  units: string;
  cards: string[];
  board: string[];
  up: string[];
  dead: string[];
  action: string;
  amount: string | null;
  ante: string;
  actions: Record<string, Worth>;
  best: string;
  cost: Exact;
  cost_money: string;
  why: string;
  outlook: Outlook;
  round: string;
}

/** Names of books, wagers, hands, streets and people in another language, by their English. */
export interface Names {
  names: Record<string, string>;
  verbs: Record<string, string>;
}

/** The result of a round in units, and how often it occurs. */
export interface NetOdds {
  net: Exact;
  probability: Exact;
}

/** A net of the main game, in units, and how often it comes. */
export interface NetShare {
  net: Exact;
  share: Exact;
}

/** Something that must or may be done next. */
export interface NextStep {
  do: string;
  by: string;
  words: string;
  clauses: string[];
  must: boolean;
  seat: number | null;
}

/** A sentence on the sign. */
export interface Note {
  text: string;
  clauses: string[];
}

/** The document of `pitbook solve --json`, with the choices that it is for and charts of the decisions. */
export interface Odds {
  rulebook: string;
  main: MainOdds;
  wagers: Record<string, SideOdds>;
  title: string;
  unit: string;
  units: string;
  streets: Record<string, string>;
  rules: string;
  approved: string | null;
  paytables: Record<string, string>;
  options: Record<string, boolean>;
  meters: Record<string, string>;
  charts: (StartingHands | HandsByUpCard)[];
}

/** Which game: a book, with other paytables, options, meter readings and stakes than its stock submission has. */
export interface OddsRequest {
  target: string;
  paytables?: Record<string, string>;
  options?: Record<string, boolean>;
  meters?: Record<string, string>;
  stakes?: Record<string, string>;
}

/** Something that a player may do at a decision. */
export interface OfferedAction {
  action: string;
  label: string;
  needs_hand: string | null;
  amount: string | null;
  takes_back: boolean;
  stays: string | null;
}

/** A table to be opened; with a seat and a buy-in, whoever opens it sits down at once. */
export interface OpenTableRequest {
  target?: string | null;
  submission?: string | null;
  paytables?: Record<string, any>;
  limits?: TableLimitsRequest | null;
  options?: Record<string, any>;
  house_name?: string | null;
  dealing?: "house" | "dealer";
  source?: "virtual" | "entered";
  bots?: BotRequest[];
  private?: boolean;
  coach?: "allowed" | "after_round" | "off";
  decision_seconds?: number | null;
  betting_seconds?: number | null;
  seat?: number | null;
  buy_in?: string | null;
}

/** A table that was opened. */
export interface OpenedDocument {
  table: string;
  version: number;
}

/** The operator key, and the name of its user for the record. */
export interface OperatorSignInRequest {
  key: string;
  name?: string;
}

/** Have the cards cut again. */
export interface OrderRecut {
  do: "order_recut";
  reason: string;
}

/** Have the cards shuffled again. */
export interface OrderReshuffle {
  do: "order_reshuffle";
  reason: string;
}

/** How a hand compares with the dealer's, over all deals that are still possible, if nobody folds. */
export interface Outlook {
  deals: number;
  win: Exact;
  tie: Exact;
  lose: Exact;
  qualifies: Exact | null;
  beaten_by: HandShare[];
  draws: Draw[];
  completed: Exact | null;
  outs: HandCards[];
  whose: "player" | "dealer" | null;
  cards: Record<string, DealCounts>;
}

/** A decision under a signed id that contains it. */
export interface OwnDrill {
  target: string;
  title: string;
  street: string;
  when: string;
  units: string;
  cards: string[];
  board: string[];
  up: string[];
  withdrawn: Record<string, boolean>;
  choices: DrillChoice[];
  clauses: string[];
  id: string;
}

/** A round of the caller in figures; money in dollars. */
export interface OwnRound {
  round: string;
  opened: string;
  title: string;
  units: string;
  void: string | null;
  wagered: string;
  net: string;
  compared: string;
  expected: string;
  deviation: string;
  decisions: number;
  mistakes: number;
  cost: Exact;
  cost_money: string;
  streets: StreetReport[];
}

/** A line that was paid or collected. */
export interface PaidLine {
  wager: string;
  stake: string;
  result: Result;
  reason: string;
  hand: string | null;
  pays: string | null;
  clauses: string[];
  meter?: string;
  meter_before?: string;
  meter_after?: string;
  readings: string[];
  words: string;
  payout: string;
  returned: string;
}

/** What changed since the view with the number `base`, for a page that has it and connected with `patches=true`. A patch is a list with one value, which replaces the old one; or an object that names what changed inside an object or a list: each changed part with its own patch, each removed part with null. In the patch of a list, `#` is the new length. If the patch of a part has `@`, the new part is made from the part of that name in the old object. A page that does not have that view sends `{"type": "view"}`, and gets the whole one. */
export interface PatchMessage {
  type: "patch";
  number: number;
  base: number;
  version: number;
  patch: any[] | Record<string, any>;
}

/** What one wager, or one paytable of it, pays. */
export interface PaySchedule {
  wager: string;
  title: string;
  table: string | null;
  lines: SignLine[];
  notes: Note[];
  clauses: string[];
}

/** A line of a paytable, and how often it comes. */
export interface PaytableOdds {
  return: Exact;
  hand: string;
  combinations: number;
  probability: Exact;
  one_in: Exact | null;
  pays: string;
}

/** A sign of life. */
export interface Ping {
  type: "ping";
}

/** A rectangle, in units of the sheet. */
export interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Put these wagers on a seat in place of what it has; none withdraws them. */
export interface PlaceWagers {
  do: "place_wagers";
  seat: number;
  wagers: Record<string, any>;
}

/** Somebody arrives at an idle table. */
export interface PlayerArrives {
  do: "player_arrives";
}

/** A player in the lobby. */
export interface PlayerEntry {
  name: string;
  seats: number[];
  bot: boolean;
}

/** The answer to a sign of life. */
export interface PongMessage {
  type: "pong";
}

/** The least and the most of a wager. */
export interface PostedLimit {
  wager: string;
  label: string;
  least: string;
  most: string;
  amounts: string[] | null;
  text: string;
  clauses: string[];
}

/** One thing that is wrong, in words. */
export interface ProblemDocument {
  message: string;
  value: string | null;
  clause: string | null;
}

/** What the meters make of a progressive wager. */
export interface ProgressiveOdds {
  meters: Record<string, Exact>;
  fixed_return: Exact;
  per_meter_dollar: Record<string, Exact>;
  break_even: Record<string, Exact | null>;
  reset_house_edge: Exact;
  long_run_house_edge: Exact;
  envy_per_other_player: Exact;
}

/** A cut: its depth, and the fewest cards allowed on either side. */
export interface ProvedCut {
  fewest: number;
  depth: number;
}

/** What a player committed to, and the seed that was revealed; null if it is missing. */
export interface ProvedSeed {
  player: string;
  commitment: string;
  seed: string | null;
}

/** How we read something that a book leaves open. */
export interface Reading {
  number: number;
  name: string;
  says: string;
  options: string[];
}

/** A reading that decided a line, and the cited clauses that it interprets. */
export interface ReadingOfLine {
  number: number;
  name: string;
  reading: string;
  clauses: string[];
}

/** Ask the house to deal the round, or only this one; wagers that come along are placed first, in one commit. */
export interface Ready {
  do: "ready";
  seat?: number | null;
  wagers?: Record<string, any> | null;
  round?: string | null;
}

/** An invitation to be redeemed. */
export interface RedeemInvitationRequest {
  invitation: string;
}

/** A round that is over, step by step. */
export interface Replay {
  number: number;
  opened: string;
  commitment: string | null;
  commitment_published: string | null;
  rulebook: string;
  title: string;
  house_name: string;
  rules: string;
  positions: number;
  ended: string;
  void: string | null;
  players: Record<string, string>;
  dealt: Dealt;
  lines: Line[];
  totals: Record<string, Total>;
  meters: Record<string, string>;
  replay: true;
  round: string;
  frames: Frame[];
  proof: ShuffleProof | null;
}

/** A hand played the other way with the cards that were dealt. */
export interface Replayed {
  path: string[];
  words: string;
  board: string[];
  dealer: string[];
  hand: string;
  dealer_hand: string | null;
  lines: LineDocument[];
  net: string;
  net_was: string;
  difference: string;
}

/** Report one of the book's irregularities. */
export interface Report {
  do: "report";
  irregularity: string;
  detail?: Record<string, any>;
}

/** Put a device back into use. */
export interface RestoreDevice {
  do: "restore_device";
  device: string;
}

/** What became of the wager. */
export type Result = "win" | "lose" | "push" | "forfeit" | "void" | "adjust";

/** Reveal the seed that is on the closed list. */
export interface RevealSeed {
  do: "reveal_seed";
  seed: string;
}

/** The caller's decisions in a round. */
export interface Review {
  round: string;
  over: boolean;
  decisions: JudgedDecision[];
}

/** A round as the viewer sees it; a card that is face down is `hidden`. */
export interface RoundOnTable {
  round: string;
  number: number;
  deck: number;
  commitment: string | null;
  seed: string | null;
  seeds: RoundSeeds;
  no_more_bets: boolean;
  street: string | null;
  to_act: number[];
  void: string | null;
  board: string[];
  dealer: string[];
  dealer_hand: string | null;
  extra: string[];
  burned: number;
  set_aside: string[];
  dealer_hand_cards: string[];
  seats: Record<string, SeatInRound>;
}

/** One round of the session, with the totals until then. */
export interface RoundReport {
  round: string;
  number: number;
  void: string | null;
  net: string;
  compared: string;
  expected: string;
  cost: string;
  total_net: string;
  total_compared: string;
  total_expected: string;
  total_cost: string;
  total_band: string;
}

/** The players' part in the shuffle of a round. */
export interface RoundSeeds {
  rules: string;
  opened: string;
  beacon: BeaconValue | null;
  committed: string[];
  reveal_by: string | null;
  listed: ListedSeed[];
  missing: string[];
}

/** A round with what was done in it so far. */
export interface RoundWithScript {
  round: string;
  number: number;
  deck: number;
  commitment: string | null;
  seed: string | null;
  seeds: RoundSeeds;
  no_more_bets: boolean;
  street: string | null;
  to_act: number[];
  void: string | null;
  board: string[];
  dealer: string[];
  dealer_hand: string | null;
  extra: string[];
  burned: number;
  set_aside: string[];
  dealer_hand_cards: string[];
  seats: Record<string, SeatInRound>;
  script: Sentence[];
}

/** Rounds of a table, the latest first. */
export interface RoundsPage {
  rounds: ListedRound[];
  more: boolean;
  before: number | null;
}

/** Rule on something that no clause decides. */
export interface Rule {
  do: "rule";
  words: string;
}

/** Rule whether the wagers of a player who left are abandoned. */
export interface RuleOnLeaving {
  do: "rule_on_leaving";
  player: string;
  abandoned: boolean;
  reason: string;
}

/** Seat a bot that plays exactly, simply, or by a published strategy. */
export interface SeatBot {
  do: "seat_bot";
  seat: number;
  plays: string;
}

/** Seat somebody who has no session here and speaks to the dealer. */
export interface SeatGuest {
  do: "seat_guest";
  seat: number;
  name: string;
  buy_in?: string | null;
}

/** A seat that takes part in a round, as the viewer sees it. */
export interface SeatInRound {
  wagers: Record<string, string>;
  acknowledged: boolean;
  folded: boolean;
  cards: string[];
  settled: PaidLine[];
  hand: string | null;
  hand_cards: string[];
}

/** A position: its spots by wager, its cards, and the places of its name and its hand in words. */
export interface SeatPlaces {
  box: Place;
  cards: CardPlaces;
  plate: Place;
  text: number;
  hand: Place | null;
  spots: Record<string, Place>;
}

/** Something that was done, by whom, and by which clauses. */
export interface Sentence {
  by: string;
  words: string;
  clauses: string[];
  did: Did | null;
}

/** Who the caller is; nobody if `player` is null. */
export interface SessionDocument {
  player: string | null;
  name?: string | null;
  operator?: boolean;
  grants?: Record<string, string[]>;
  token?: string | null;
}

/** Somebody who is signed in; `used` is about when the last command was given. */
export interface SessionEntry {
  player: string;
  operator: boolean;
  made: string;
  used: string | null;
  until: string;
}

/** The caller's session. */
export interface SessionReport {
  player: string;
  rounds: number;
  decisions: number;
  mistakes: number;
  cost: Exact;
  units: string | null;
  cost_money: string;
  net: string;
  compared: string;
  expected: string;
  luck: string;
  band: string;
  streets: StreetReport[];
  series: RoundReport[];
  worst: Mistake[];
  most: number;
  complete: boolean;
}

/** Everybody who is signed in. */
export interface SessionsDocument {
  sessions: SessionEntry[];
}

/** A hand to be settled by a book's stock submission, with other paytables and options where they are given. */
export interface SettleHandRequest {
  target: string;
  paytables?: Record<string, string>;
  options?: Record<string, boolean>;
  /** The document that `pitbook settle` takes. */
  hand: Record<string, any>;
  why_not?: boolean;
}

/** The page asks for the whole view, because a patch did not fit the view that it has. */
export interface ShowView {
  type: "view";
}

/** Something on the layout. */
export interface ShownText {
  shows: string;
  text: string;
  clauses: string[];
}

/** What anybody needs to recompute a shuffle. */
export interface ShuffleProof {
  algorithm: string;
  round: string;
  rules: string;
  par: string;
  opened: string;
  commitment: string;
  seed: string;
  players: ProvedSeed[];
  beacon: BeaconValue | null;
  decks: string[];
  cuts: ProvedCut[];
}

/** A side wager, per unit of its own stake. */
export interface SideOdds {
  paytable: string;
  cards: string | null;
  stake: Exact;
  house_edge: Exact;
  hit_frequency: Exact;
  variance: Exact;
  standard_deviation: number;
  combinations: number;
  outcomes: PaytableOdds[];
  progressive?: ProgressiveOdds;
}

/** The sign at the table. */
export interface Sign {
  schedules: PaySchedule[];
  limits: PostedLimit[];
  notes: Note[];
  clauses: string[];
}

/** A name to be called by. */
export interface SignInRequest {
  name: string;
}

/** A hand or an event, and what it pays. */
export interface SignLine {
  when: string;
  pays: string;
  on: string | null;
  amount: string | null;
  clauses: string[];
}

/** Take a betting position, with a first buy-in. */
export interface Sit {
  do: "sit";
  seat: number;
  buy_in?: string | null;
}

/** A starting hand, its best action, and what each action is worth. */
export interface StartingHand {
  hand: string;
  action: string;
  values: Record<string, Exact>;
}

/** The best decision before the flop: a row for each rank of the deck, from the ace down. */
export interface StartingHands {
  kind: "pre_flop";
  when: string;
  actions: string[];
  ranks: string[];
  rows: StartingHand[][];
}

/** Perform the step at the head of the agenda, with what it needs to be told. */
export interface Step {
  do: "step";
  step: string;
  cards?: string | null;
  count?: number | null;
  depth?: number | null;
  misdealt?: Record<string, any> | null;
  from_inventory?: boolean | null;
}

/** What the next step asks the dealer; all other fields are left out. */
export interface StepAsks {
  cards?: number;
  stub?: number;
  hands?: Record<string, number>;
  chips?: number;
  deck?: number;
  cut?: CutBounds;
  from_inventory?: boolean;
}

/** The decisions of one kind. */
export interface StreetReport {
  when: string;
  decisions: number;
  mistakes: number;
  cost: Exact;
}

/** The house rules in force. */
export interface SubmissionInForce {
  digest: string;
  approved: string | null;
}

/** A paytable in one line. */
export interface Summary {
  id: string;
  summary: string;
}

/** How a table is run. */
export interface TableArrangement {
  decision_seconds: number | null;
  betting_seconds: number | null;
  coach: "allowed" | "after_round" | "off";
}

/** A table in the lobby. */
export interface TableEntry {
  table: string;
  rulebook: string;
  title: string;
  house_name: string;
  status: string;
  dealing: string;
  source: string;
  positions: number;
  free_seats: number[];
  players: PlayerEntry[];
  limits: Record<string, LimitsEntry>;
  base: string;
  shared: boolean;
  private: boolean;
  time_rule: string;
  roles: string[];
  seated: boolean;
  your_turn: boolean;
}

/** The limits of the ante, or of what the book calls it, and of side wagers; and the chip unit. */
export interface TableLimitsRequest {
  ante?: LimitsRequest | null;
  side?: LimitsRequest | null;
  chip_unit?: string | null;
}

/** Somebody at a table. */
export interface TablePlayer {
  name: string;
  kind: "person" | "bot" | "guest";
  plays: string | null;
  seats: number[];
  stack: string;
  left: boolean;
  connected: boolean;
  ready: boolean;
}

/** The lobby. */
export interface TablesDocument {
  tables: TableEntry[];
}

/** A word of the table. */
export interface Term {
  name: string;
  says: string;
  clauses: string[];
}

/** What a seat wagered and got back. */
export interface Total {
  wagered: string;
  returned: string;
  net: string;
}

/** What somebody may see of a table. What only dealer and floorperson see is left out for others. */
export interface View {
  table: string;
  version: number;
  rulebook: string;
  title: string;
  house_name: string;
  submission: SubmissionInForce;
  status: string;
  idle: boolean;
  dealing: "house" | "dealer";
  source: string;
  shared: boolean;
  private: boolean;
  positions: number;
  opener: string;
  arrangement: TableArrangement;
  time_rule: string;
  players: Record<string, TablePlayer>;
  meters: Record<string, string>;
  wagering: Wagering;
  ask: Ask | null;
  waiting_for: WaitingFor | null;
  round: RoundWithScript | null;
  last_round: RoundWithScript | null;
  called_off: CalledOffRound | null;
  steps: NextStep[];
  coach: CoachModes;
  decks?: DeckAtTable[];
  inventory?: string;
  devices?: Record<string, string>;
  rulings_due?: number;
  irregularities?: Irregularity[];
  asks?: StepAsks;
  due?: DueLine[];
  for: string;
  role: "player" | "viewer" | "dealer" | "floor";
  you: Viewer;
}

/** The newest view, at once and after every change; whole if no patch fits the view that the page has. */
export interface ViewMessage {
  type: "view";
  number: number;
  version: number;
  view: View;
}

/** Whose view it is. */
export interface Viewer {
  player: string | null;
  seats: number[];
  roles: ("player" | "viewer" | "dealer" | "floor")[];
  ready: boolean;
  no_seed: string | null;
  last_seats: number[];
}

/** One way in which a wager of the main game ends, and how often. */
export interface WagerEnding {
  result: string;
  reason: string;
  hand: string | null;
  stake: number;
  pays: string | null;
  deals: number;
  probability: Exact;
  net: Exact;
}

/** A wager that may be placed before the deal. */
export interface WagerOnOffer {
  name: string;
  label: string;
  least: string;
  most: string;
  amounts: string[] | null;
  required: boolean;
  opens: boolean;
  equal_to: string | null;
  needs: string[];
  needs_any: string[];
  clauses: string[];
}

/** What may be wagered, and whether wagers are open. */
export interface Wagering {
  open: boolean;
  deadline: string | null;
  chip_unit: string;
  wagers: WagerOnOffer[];
  decided: DecidedWager[];
}

/** Whose decision is pending. */
export interface WaitingFor {
  seat: number;
  player: string;
  street: string;
  deadline: string | null;
}

/** A decision made the other way, once the round is over. */
export interface WhatIf {
  round: string;
  seat: number;
  street: string;
  units: string;
  action: string;
  instead: string;
  value: Exact;
  value_was: Exact;
  basis: "actual" | "distribution";
  replayed: Replayed | null;
  distribution: NetShare[] | null;
}

/** What an action is worth, in the units of its game. */
export interface Worth {
  value: Exact;
}

/** What the server says over a live connection. */
export type ServerMessage = ViewMessage | PatchMessage | DoneMessage | ErrorMessage | PongMessage | ClosingMessage;

/** Something that a table is asked to do. */
export type Command = Sit | BuyIn | CashOut | Leave | PlaceWagers | CommitSeed | RevealSeed | GiveBeacon | Ready | Decide | Step | DealRound | Report | CorrectCards | CallStubCount | GoIdle | Acknowledge | RestoreDevice | InsertStack | ChangeMethod | SeatGuest | OrderRecut | OrderReshuffle | ChangeDeck | Rule | RuleOnLeaving | CloseTable | PlayerArrives | Arrange | SeatBot | DismissBot;
