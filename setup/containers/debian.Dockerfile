# This package on Debian 12. Build in the checkout's folder:
#   docker build -f setup/containers/debian.Dockerfile --target run -t sim .
FROM debian:12-slim AS base
ENV DEBIAN_FRONTEND=noninteractive LANG=C.UTF-8
SHELL ["/bin/bash", "-o", "pipefail", "-c"]
WORKDIR /opt/sim
COPY setup/apt-debian.txt setup/apt-debian.txt
# The distribution keeps one version of each package.
# hadolint ignore=DL3008
RUN apt-get update \
 && sed 's/#.*//; s/^? *//' setup/apt-debian.txt | xargs apt-get install -y --no-install-recommends ca-certificates \
 && rm -rf /var/lib/apt/lists/*

# What an editor attaches to: tools for work on the checkout, which is mounted and not copied.
FROM base AS dev
# hadolint ignore=DL3008
RUN apt-get update \
 && apt-get install -y --no-install-recommends bash-completion chromium ccache less nodejs npm openssh-client sudo vim-tiny xauth \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --uid 1000 --create-home --shell /bin/bash dev \
 && echo 'dev ALL=(ALL) NOPASSWD:ALL' >/etc/sudoers.d/dev
USER 1000
CMD ["bash"]

# What runs simulations: built, with all that most launch files need; what a few need besides (docs/installation.md) ./run installs when it starts them.
FROM base AS run
COPY . .
# pip keeps nothing in the image.
ENV PIP_NO_CACHE_DIR=1
RUN ./run setup
ENTRYPOINT ["/opt/sim/run"]
CMD ["hybrid_merge", "simulator:=embedded", "gui:=false", "rtf:=1", "monitor:=true"]
