/** What the career area of the sample says: its jobs and its candidates. All names are invented. */
export interface Opening {
  title: string;
  department: string;
  location: string;
  employment: string;
  seats: number;
  openedDaysAgo: number;
  /** Left out while it is open. */
  closedDaysAgo?: number;
  description: string;
}

export const openings: Opening[] = [
  { title: "Key Account Manager", department: "Sales", location: "London", employment: "Full-time", seats: 2, openedDaysAgo: 58, description: "You look after our thirty largest customers: you know what they buy, why they stay, and what they will ask for next year.\nYou have sold to shops before and like numbers that add up." },
  { title: "Data Analyst", department: "Data", location: "Stockholm", employment: "Full-time", seats: 3, openedDaysAgo: 96, description: "You answer questions of colleagues from what our systems know, and say plainly where they know nothing.\nSQL is your daily bread; a little statistics keeps you honest." },
  { title: "Product Designer", department: "Design", location: "Remote", employment: "Full-time", seats: 1, openedDaysAgo: 79, description: "You design what customers see before they buy and after: packaging, manuals and the shop.\nYou draw early, test with people and write short sentences." },
  { title: "IT Support Specialist", department: "IT", location: "London", employment: "Part-time", seats: 2, openedDaysAgo: 41, description: "You are the person whom colleagues call when something does not start.\nYou mend it, and write down how, so that nobody has to call twice." },
  { title: "Recruiter", department: "People", location: "Sofia", employment: "Full-time", seats: 1, openedDaysAgo: 27, description: "You find the people for all the other jobs on this list, and see to it that whoever is not chosen hears of it within a week." },
  { title: "Warehouse Lead", department: "Operations", location: "Leeds", employment: "Full-time", seats: 1, openedDaysAgo: 125, closedDaysAgo: 70, description: "You lead a team of nine that packs eight hundred parcels on a good day, and know a better way for the bad ones." },
  { title: "Customer Care Agent", department: "Support", location: "Remote", employment: "Full-time", seats: 2, openedDaysAgo: 112, closedDaysAgo: 18, description: "You answer people who wait for a parcel, want their money back or just want to say thanks.\nYou write well in English and one more language." },
];

export interface Applicant {
  name: string;
  headline: string;
  country: string;
  phone: string;
  /** The place of the job in the list above, from 1. */
  job: number;
  source: string;
  /** Days ago, hour and minute. */
  applied: [daysAgo: number, hour: number, minutes: number];
  /** Each step: the first letter of the stage ("L" is Shortlisted), days ago, and a note. */
  way: string[];
}

type Line = [name: string, headline: string, country: string, phone: string, job: number, source: string, applied: Applicant["applied"], ...way: string[]];

const lines: Line[] = [
  ["Dario Bianchetti", "Shift leader in a parcel centre", "Italy", "+39 06 5550 0111", 6, "board", [121, 10, 12], "S118", "L114", "I110", "R101 Little experience with teams of this size"],
  ["Agnes Thornbury", "Warehouse manager, fashion", "United Kingdom", "+44 113 555 0122", 6, "agency", [119, 14, 40], "S117", "L112", "I108", "O98", "H92 Starts on the first of next month"],
  ["Marek Havlicek", "Forklift driver and team lead", "Czechia", "+420 555 010 133", 6, "page", [117, 21, 5], "S113", "R109 Looks for a job with nights off"],
  ["Beatriz Salgueiro", "Logistics planner", "Portugal", "+351 21 555 0144", 6, "board", [111, 9, 31], "S107", "L103", "W97 Took another offer"],
  ["Femi Adeyinka", "Customer service, telecoms", "Nigeria", "+234 555 010 0155", 7, "page", [109, 11, 8], "S106", "L101", "I95", "O86", "H80 Wrote the best answers of all"],
  ["Greta Sandvik", "Hotel reception", "Norway", "+47 555 01 166", 7, "board", [106, 16, 22], "S102", "R96 Only at weekends"],
  ["Tobias Reinholt", "Call centre team lead", "Germany", "+49 30 5550 0177", 7, "referral", [101, 13, 47], "S98", "L93", "I88", "R79 Wanted to lead a team"],
  ["Lucía Ferrer", "Support agent, games", "Spain", "+34 555 010 181", 7, "event", [97, 23, 14], "S93", "L89", "W83 Moves abroad"],
  ["Nils Bergqvist", "Reporting analyst", "Sweden", "+46 555 01 192", 2, "page", [93, 10, 3], "S90", "L85", "I78", "O69", "H63 Knows our shop from the other side"],
  ["Shreya Kulkarni", "Data analyst, banking", "India", "+91 555 010 2203", 2, "referral", [88, 12, 26], "S84", "L79", "I73", "R64 Wants to build models all day"],
  ["Otto Wahlberg", "Physics graduate", "Finland", "+358 9 5550 0214", 2, "board", [84, 2, 51], "S80", "R74 No SQL yet"],
  ["Ines Carvalho", "UI designer, agency", "Portugal", "+351 22 555 0225", 3, "board", [77, 15, 19], "S74", "L70", "I62", "R55 Portfolio is all logos"],
  ["Paul Hennessy", "Night auditor", "Ireland", "+353 1 555 0236", 7, "page", [75, 9, 44], "S72", "R66 No second language"],
  ["Yara Haddad", "Product designer, health", "Lebanon", "+961 1 555 247", 3, "referral", [73, 11, 35], "S70", "L66", "I60", "O52", "W47 Stays where she is"],
  ["Kofi Asante", "Business analyst", "Ghana", "+233 555 010 258", 2, "event", [70, 17, 2], "S66", "L62", "I55", "R46 Wants to work from Accra"],
  ["Mirela Dragomir", "Customer care, airline", "Romania", "+40 21 555 0269", 7, "agency", [67, 10, 57], "S64", "L59", "I52", "O44", "H38 Speaks four languages"],
  ["Ruben Castellanos", "Graphic designer", "Mexico", "+52 55 5550 0271", 3, "page", [64, 19, 28], "S60", "R53 Print only"],
  ["Ewan MacRae", "Area sales, drinks", "United Kingdom", "+44 131 555 0282", 1, "board", [56, 8, 49], "S53", "L49", "I43", "R34 Sells to pubs, not to shops"],
  ["Astrid Lundgaard", "Key account manager, toys", "Denmark", "+45 55 50 02 93", 1, "agency", [54, 13, 15], "S51", "L46", "I39", "O29", "H23 Brings a customer along"],
  ["Jonah Whitfield", "Store manager", "United Kingdom", "+44 161 555 0304", 1, "page", [51, 22, 38], "S47", "R40 No key accounts so far"],
  ["Nadia Rahimi", "Support agent, software", "Netherlands", "+31 20 555 0315", 7, "board", [49, 10, 20], "S46", "L41", "I35", "R26 The job was given to somebody else"],
  ["Viktor Sokolov", "Statistician", "Bulgaria", "+359 2 555 0326", 2, "board", [47, 14, 6], "S44", "L39", "I32", "O24", "H17 Second analyst, for forecasts"],
  ["Salma Benali", "Service designer", "Morocco", "+212 5 5550 0337", 3, "event", [45, 16, 41], "S42", "L38", "I19"],
  ["Callum Priestley", "Junior analyst", "United Kingdom", "+44 20 5550 0348", 2, "page", [44, 9, 9], "S40", "R33 A good letter; asked to come back in a year"],
  ["Hedda Solberg", "Field technician", "Norway", "+47 555 01 351", 4, "board", [39, 11, 53], "S37", "L33", "I27", "O20", "H12 Starts in two weeks"],
  ["Andrés Quintana", "Illustrator", "Colombia", "+57 1 555 0362", 3, "page", [38, 0, 33], "S34"],
  ["Leila Karimov", "Account executive, media", "Germany", "+49 40 5550 0373", 1, "referral", [36, 10, 16], "S33", "L29", "I21", "R13 Wanted a larger team"],
  ["Samuel Oduya", "Helpdesk, university", "Kenya", "+254 20 555 0384", 4, "page", [34, 15, 27], "S31", "R24 Cannot work on Mondays"],
  ["Freya Holm", "Data engineer", "Denmark", "+45 55 50 03 95", 2, "agency", [31, 12, 44], "S28", "L22"],
  ["Matthias Grün", "Sales engineer", "Austria", "+43 1 5550 0406", 1, "board", [28, 9, 21], "S26", "L22", "I15", "O6"],
  ["Aiko Tanabe", "Interaction designer", "Japan", "+81 3 5550 0417", 3, "referral", [27, 10, 50], "S25", "L21", "I14", "O5"],
  ["Rosalind Keane", "Recruiter, care homes", "Ireland", "+353 21 555 0428", 5, "board", [25, 13, 12], "S23", "L20", "I13", "R7 Prefers to work on site every day"],
  ["Dmitri Volkonsky", "System administrator", "Latvia", "+371 555 010 39", 4, "board", [24, 18, 36], "S17"],
  ["Camille Rousselle", "HR assistant", "France", "+33 555 01 04 40", 5, "page", [22, 11, 25], "S20", "L17", "I10"],
  ["Ibrahim Toure", "Analyst, logistics", "Senegal", "+221 33 555 0451", 2, "event", [20, 14, 58]],
  ["Zuzana Kralova", "Talent partner, start-ups", "Slovakia", "+421 2 5550 0462", 5, "referral", [18, 10, 7], "S16", "L12", "I6"],
  ["Harriet Osborne", "Regional sales lead", "United Kingdom", "+44 117 555 0473", 1, "agency", [16, 9, 39], "S14", "L10", "I5"],
  ["Pedro Montenegro", "Apprentice, electronics", "Brazil", "+55 21 5550 0484", 4, "page", [14, 20, 11], "S11", "R6 Still at school until summer"],
  ["Linnea Ekström", "Researcher, psychology", "Sweden", "+46 555 01 495", 2, "board", [12, 15, 33], "S9", "L6", "I3"],
  ["Omar Farouk Aziz", "IT trainer", "Egypt", "+20 2 5550 0506", 4, "event", [10, 12, 18], "S8", "L5"],
  ["Bronwen Pryce", "Packaging designer", "United Kingdom", "+44 29 5550 0517", 3, "page", [9, 16, 4], "S7", "L4", "I2"],
  ["Giulia Marchetti", "Head hunter", "Italy", "+39 02 5550 0528", 5, "agency", [7, 9, 56], "S5"],
  ["Anton Riedel", "Wholesale buyer", "Germany", "+49 89 5550 0539", 1, "board", [5, 11, 42], "S3"],
  ["Thandiwe Mokoena", "Personnel officer", "South Africa", "+27 21 555 0541", 5, "page", [3, 14, 29], "S1"],
  // Two who come back for another job.
  ["Callum Priestley", "Junior analyst", "United Kingdom", "+44 20 5550 0348", 4, "page", [2, 10, 34]],
  ["Nadia Rahimi", "Support agent, software", "Netherlands", "+31 20 555 0315", 5, "referral", [1, 13, 3]],
];

export const applicants: Applicant[] = lines.map(([name, headline, country, phone, job, source, applied, ...way]) => ({ name, headline, country, phone, job, source, applied, way }));
