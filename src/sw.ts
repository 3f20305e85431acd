/// <reference lib="webworker" />
import { answerAdminParts } from './sw/keep-admin-parts.ts';
import { answerPictures, fetchPicturesWhenAsked } from './sw/pictures.ts';
import { keepShell } from './sw/shell.ts';
import { takeOverWhenTold } from './sw/take-over.ts';

/** The service worker: lets the site open without its host. One file per duty, in sw/. */
declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: Parameters<typeof keepShell>[1];
};

keepShell(self, self.__WB_MANIFEST);
answerPictures();
fetchPicturesWhenAsked(self);
answerAdminParts();
takeOverWhenTold(self);
