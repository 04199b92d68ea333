package io.sluice.devservers;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;

/**
 * Points to a program that is new enough to be used.
 *
 * @param origin where it was found, in words
 */
record Binary(Program program, Path path, ProgramVersion version, String origin) {
  Binary {
    requireNonNull(program, "program is null");
    requireNonNull(path, "path is null");
    requireNonNull(version, "version is null");
    requireNonNull(origin, "origin is null");
  }
}
