/** The part of supabase-js that signs in, in a module of its own so that visitors do not download it. */
export { AuthClient } from '@supabase/supabase-js';
