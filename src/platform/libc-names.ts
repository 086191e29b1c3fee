/** The file names of the C library: glibc, and musl for each architecture. */
export const LIBC_NAMES = ['libc.so.6', 'libc.musl-x86_64.so.1', 'libc.musl-aarch64.so.1'] as const
