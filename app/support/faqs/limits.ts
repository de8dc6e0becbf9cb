/** How long a FAQ's texts may be, in characters. Apart from the rules, so that pages do not load what checks them. */
export const longestQuestion = 200;
export const longestAnswer = 10_000;
