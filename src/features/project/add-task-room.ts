/** The room that the form for new tasks takes: nothing moves when it comes. */
export const addTaskRoom = 'mb-4 h-24 @[26rem]/column:h-11 print:hidden';
