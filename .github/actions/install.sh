#!/usr/bin/env bash
# Installs the wheel of a release into $RUNNER_TEMP/referee; then the program is bin/referee there.
#
# The actions here call it with GH_TOKEN, REPOSITORY (whose releases), VERSION (a tag, or nothing) and ACTION_REF (by
# what the workflow named the action; a tag such as v1.2.0 names the release, anything else the latest).
set -euo pipefail

folder=$RUNNER_TEMP/referee
[ ! -x "$folder/bin/referee" ] || exit 0

tag=$VERSION
case ${tag:-$ACTION_REF} in
  v[0-9]*.*.*) tag=${tag:-$ACTION_REF} ;;
esac
case $RUNNER_OS-$RUNNER_ARCH in
  Linux-X64) wheel='*manylinux*_x86_64.whl' ;;
  Linux-ARM64) wheel='*manylinux*_aarch64.whl' ;;
  macOS-ARM64) wheel='*macosx*_arm64.whl' ;;
  *)
    echo "::error::There is no wheel for $RUNNER_OS on $RUNNER_ARCH; use a runner with Linux, or with macOS on ARM."
    exit 2
    ;;
esac

gh release download ${tag:+"$tag"} --repo "$REPOSITORY" --pattern "$wheel" --dir "$folder/wheel" --clobber
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet --no-index --disable-pip-version-check "$folder"/wheel/*.whl
"$folder/bin/referee" --version
