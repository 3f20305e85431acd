-- Whether there is a bucket for pictures is told with what names them: null where there is none. Storage lists a bucket that is
-- missing as an empty one, and the request by which it tells the two apart is a failure in the browser's console, whatever it tells.
create or replace function public.sync_pictures() returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  is_there boolean;
begin
  perform sync.for_admins();
  if to_regclass('storage.buckets') is null then
    return null;
  end if;
  execute $sql$select exists (select from storage.buckets where id = 'pictures')$sql$ into is_there;
  if not is_there then
    return null;
  end if;
  return coalesce((
    select json_object_agg(u.hash, u.why) from (
      select distinct on (u.hash) u.hash, u.why from sync.picture_uses() u
      order by u.hash, array_position('{row,past,lately}'::text[], u.why)) u), '{}');
end $$;
