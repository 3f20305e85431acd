import { useParams } from 'react-router-dom';

/** PAGES-11: the part of a long list that the address asks for, counted from 1. */
export function useListPage(): number {
  const { number = '1' } = useParams();
  return /^[1-9]\d*$/.test(number) ? Number(number) : 1;
}
