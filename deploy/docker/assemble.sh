#!/bin/sh
# Lays the executable and the libraries that it loads into an empty folder, the root of the image: assemble.sh EXECUTABLE FOLDER
set -eu
executable=$1
root=$2

mkdir -p "$root/etc"
install -m 755 "$executable" "$root/doorstep"
# The dynamic linker lists them all, itself included; the name service of the C library needs no further file.
ldd "$executable" | grep -o '/[^ ]*' | sort -u | while read -r library; do
  install -D -m 755 "$library" "$root$library"
done
echo 'nobody:x:65532:65532:nobody:/:/doorstep' >"$root/etc/passwd"
echo 'nobody:x:65532:' >"$root/etc/group"
