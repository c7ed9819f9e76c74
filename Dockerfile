# One image with one binary: the API, the jobs and the app inside it.
FROM node:24-bookworm-slim AS app
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund --ignore-scripts
COPY vite.config.ts tsconfig.json ./
COPY pwa pwa
RUN npx vite build

FROM golang:1.26-bookworm AS server
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY sql sql
COPY server server
COPY --from=app /src/server/dist server/dist
RUN CGO_ENABLED=0 go build -trimpath -buildvcs=false -ldflags=-buildid= -o /sahn ./server && mkdir /data

FROM gcr.io/distroless/static-debian12:nonroot
COPY --from=server /sahn /sahn
# A volume takes its owner from here; without it the app may not write its secret.
COPY --from=server --chown=65532:65532 /data /data
EXPOSE 8080
ENTRYPOINT ["/sahn"]
CMD ["serve"]
