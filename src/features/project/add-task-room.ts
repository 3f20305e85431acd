/** Reserves the space of the form for new tasks, so that nothing moves when it arrives. */
export const addTaskRoom = 'mb-4 h-24 @[26rem]/column:h-11 print:hidden';
