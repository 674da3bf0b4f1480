# syntax=docker/dockerfile:1
# The host with its plugins and pages (target host), and the Keto that belongs to it (target keto). Neither image holds a shell script,
# a secret or a compiler of the build; both run as user 10001 on a read-only root.

FROM node:20-bookworm AS node

FROM golang:1.26-bookworm AS build
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=node /usr/local/lib/node_modules /usr/local/lib/node_modules
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/root/.npm --mount=type=cache,target=/go/pkg/mod --mount=type=cache,target=/root/.cache/go-build \
    make build

FROM debian:bookworm-slim AS base
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 10001 --user-group --no-create-home --home-dir /var/lib/outrider outrider \
    && install -d -o outrider -g outrider -m 0700 /var/lib/outrider

FROM base AS keto
COPY --from=build /src/build/bin/keto /usr/local/bin/keto
COPY --from=build /src/host/internal/access/namespaces.ts /etc/keto/namespaces.ts
COPY --from=build /src/deploy/keto/keto.yml /etc/keto/keto.yml
USER 10001:10001
EXPOSE 4466 4467
ENTRYPOINT ["keto", "--config", "/etc/keto/keto.yml"]
CMD ["serve"]

FROM base AS host
# ffmpeg for small pictures of videos, from Debian, which mends it: it reads what devices send. The font is for Chinese, Japanese and Korean letters in PDFs.
RUN apt-get update && apt-get install -y --no-install-recommends ffmpeg fonts-droid-fallback && rm -rf /var/lib/apt/lists/*
COPY --from=build /src/build/bin/outrider /src/build/bin/outrider-confined /usr/local/bin/
COPY --from=build /src/build/plugins /usr/share/outrider/plugins
COPY --from=build /src/build/web /usr/share/outrider/web
ENV OUTRIDER_DATA_DIR=/var/lib/outrider \
    OUTRIDER_PLUGINS_DIR=/usr/share/outrider/plugins \
    OUTRIDER_WEB_DIR=/usr/share/outrider/web \
    OUTRIDER_LOG_FORMAT=json
USER 10001:10001
WORKDIR /var/lib/outrider
VOLUME /var/lib/outrider
EXPOSE 8080 1883 8554
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=6 CMD ["outrider", "ready"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["outrider"]
CMD ["serve"]
