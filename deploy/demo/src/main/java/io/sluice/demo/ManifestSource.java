package io.sluice.demo;

import io.sluice.tools.option.CliFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** Fetches files of manifests: from a folder, or those that come with Sluice. */
sealed interface ManifestSource {

  /** Returns the text of the file; empty when there is none. */
  Optional<String> text(String file) throws IOException;

  /** Returns the file as messages name it. */
  String shown(String file);

  /**
   * Returns a source.
   *
   * @param folder of the user; without one, {@code packaged} below {@code deploy/examples} counts
   */
  static ManifestSource of(Optional<Path> folder, String packaged) {
    return folder.<ManifestSource>map(Folder::new).orElseGet(() -> new Packaged(packaged));
  }

  /** Returns the text of a file that must be there. */
  default String require(String file, String why) {
    return find(file)
        .orElseThrow(
            () ->
                new CliFailure(
                    "Cannot load %s: there is no such file, but %s. Create it and try again."
                        .formatted(shown(file), why)));
  }

  /** Returns the text of a file that may be there. */
  default Optional<String> find(String file) {
    try {
      return text(file);
    } catch (MalformedInputException e) {
      throw new CliFailure(
          "Cannot load %s: it is not UTF-8 text. Correct it and try again.".formatted(shown(file)),
          e);
    } catch (IOException e) {
      throw new CliFailure(
          "Cannot load %s: %s. Correct it and try again.".formatted(shown(file), e.getMessage()),
          e);
    }
  }

  /** A folder of the user. */
  record Folder(Path folder) implements ManifestSource {
    @Override
    public Optional<String> text(String file) throws IOException {
      try {
        return Optional.of(Files.readString(folder.resolve(file)));
      } catch (NoSuchFileException e) {
        return Optional.empty();
      }
    }

    @Override
    public String shown(String file) {
      return folder.resolve(file).toString();
    }
  }

  /**
   * The examples inside the jar.
   *
   * @param folder ends in a slash; empty for all of them
   */
  record Packaged(String folder) implements ManifestSource {
    private static final String PLACE = "/io/sluice/examples/";

    @Override
    public Optional<String> text(String file) throws IOException {
      try (InputStream in =
          ManifestSource.class.getResourceAsStream(PLACE + Path.of(folder + file).normalize())) {
        return in == null
            ? Optional.empty()
            : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      }
    }

    @Override
    public String shown(String file) {
      return Path.of("deploy/examples", folder, file).normalize().toString();
    }
  }
}
