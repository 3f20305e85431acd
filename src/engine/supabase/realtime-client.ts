/** The part of supabase-js that listens, in a module of its own so that it can be loaded on demand. */
export { RealtimeClient } from '@supabase/supabase-js';
