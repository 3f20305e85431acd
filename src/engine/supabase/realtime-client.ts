/** Of supabase-js the part that listens, as a module of its own so that it can be loaded on demand. */
export { RealtimeClient } from '@supabase/supabase-js';
