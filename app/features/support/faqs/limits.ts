/** No more searches that found nothing are kept than these. */
export const maxMisses = 200;
