# The built site behind nginx. `docker compose up` builds and runs it.
FROM node:22-slim AS build
WORKDIR /site
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
ARG VITE_SUPABASE_URL
ARG VITE_SUPABASE_PUBLISHABLE_KEY
ARG VITE_READ_URL
ARG SITE_URL
RUN npm run build

FROM nginx:1.28-alpine
COPY hosting/nginx.conf /etc/nginx/conf.d/default.conf
COPY --from=build /site/dist /usr/share/nginx/html
