/** How long a FAQ's texts may be, in characters, and how much is kept. Apart from the rules, so that pages do not load what checks them. */
export const longestQuestion = 200;
export const longestAnswer = 10_000;

/** No more searches that found nothing are kept than these. */
export const mostMisses = 200;
