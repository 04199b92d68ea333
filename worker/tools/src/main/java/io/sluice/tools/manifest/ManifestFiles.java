package io.sluice.tools.manifest;

import io.sluice.policy.JsonTree;
import io.sluice.tools.option.CliFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Reads the objects of files and folders, as {@code kubectl -f} names them. */
public final class ManifestFiles {
  private static final String STDIN = "-";
  private static final String MANIFEST = "(?i).*\\.(ya?ml|json)";
  private static final String KUSTOMIZATION = "(?i)kustomization(\\.ya?ml)?";

  private final boolean recursive;
  private final InputStream stdin;

  /**
   * Creates a reader.
   *
   * @param recursive whether folders inside folders are read, too
   * @param stdin what the file {@code -} stands for
   */
  public ManifestFiles(boolean recursive, InputStream stdin) {
    this.recursive = recursive;
    this.stdin = stdin;
  }

  /**
   * Reads all objects, those of lists one by one.
   *
   * @throws CliFailure for a file that is missing, or holds no Kubernetes object; it names the line
   */
  public List<Manifest> read(List<String> paths) {
    List<Manifest> manifests = new ArrayList<>();
    for (String path : paths) {
      if (path.equals(STDIN)) {
        manifests.addAll(objects("the standard input", text(stdin)));
      } else {
        for (Path file : files(Path.of(path))) {
          manifests.addAll(objects(file.toString(), text(file)));
        }
      }
    }
    return manifests;
  }

  private static List<Manifest> objects(String file, String text) {
    List<Manifest> objects = new ArrayList<>();
    for (Manifest manifest : ManifestReader.documents(file, text)) {
      if (JsonTree.text(manifest.tree(), "kind").filter(kind -> kind.endsWith("List")).isPresent()
          && manifest.tree().get("items") instanceof List<?>) {
        JsonTree.maps(manifest.tree(), "items").stream()
            .map(item -> ManifestReader.checked(new Manifest(file, manifest.line(), item)))
            .forEach(objects::add);
      } else {
        objects.add(ManifestReader.checked(manifest));
      }
    }
    return objects;
  }

  private List<Path> files(Path path) {
    if (!Files.isDirectory(path)) {
      return List.of(path);
    }
    try (Stream<Path> found = Files.walk(path, recursive ? Integer.MAX_VALUE : 1)) {
      return found
          .filter(Files::isRegularFile)
          .filter(file -> file.getFileName().toString().matches(MANIFEST))
          .filter(file -> !file.getFileName().toString().matches(KUSTOMIZATION))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw unreadable(path.toString(), e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw unreadable(file.toString(), e);
    }
  }

  private static String text(InputStream in) {
    try {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw unreadable("the standard input", e);
    }
  }

  private static CliFailure unreadable(String file, IOException failure) {
    String why =
        switch (failure.getClass().getSimpleName()) {
          case "NoSuchFileException" -> "there is no such file";
          case "AccessDeniedException" -> "you may not read it";
          default ->
              failure instanceof MalformedInputException
                  ? "it is not UTF-8 text"
                  : failure.getMessage();
        };
    return new CliFailure("Cannot load %s: %s. Name another file.".formatted(file, why), failure);
  }
}
