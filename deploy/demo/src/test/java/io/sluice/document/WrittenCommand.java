package io.sluice.document;

import java.util.List;

/**
 * Holds a command as a document or a message names it.
 *
 * @param place the file and the line
 * @param program {@code sluice} or {@code kubectl}
 * @param arguments what follows the program
 * @param quoted whether the document shows where the command ends: code, not a sentence
 */
record WrittenCommand(String place, String program, List<String> arguments, boolean quoted) {
  WrittenCommand {
    arguments = List.copyOf(arguments);
  }

  /** Returns the name of the file. */
  String file() {
    return place.substring(0, place.lastIndexOf(':'));
  }

  /** Returns the command as it would be typed. */
  String line() {
    return program + " " + String.join(" ", arguments);
  }
}
