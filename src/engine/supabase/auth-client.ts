/** Of supabase-js the part that signs in, as a module of its own so that only who signs in downloads it. */
export { AuthClient } from '@supabase/supabase-js';
