package io.sluice.tools.config;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Holds the option that names the keys of payloads. */
public final class PayloadOptions {
  @Option(
      names = "--payload-key-file",
      descriptionKey = "payloads.keyFile",
      paramLabel = "FILE",
      description =
          "File with the keys that encrypt what Temporal stores: an id and 32 bytes in base64 a line."
              + " The first encrypts, all decrypt. Default: none, payloads are not encrypted.")
  private Path keyFile;

  /** Returns the file; empty: nothing is encrypted. */
  public Optional<Path> keyFile() {
    return Optional.ofNullable(keyFile);
  }
}
