package io.sluice.process;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.chart.ChartObjects;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Unpacks a container image, and runs what it starts in a root of its own. */
final class ImageRoot {
  private static final String RUN = "../deploy/image/run";

  private final Path root;
  private final JsonNode config;

  private ImageRoot(Path root, JsonNode config) {
    this.root = root;
    this.config = config;
  }

  /** Unpacks the layers, one over the other, as a container runtime does. */
  static ImageRoot unpack(Path image, Path root) {
    try {
      Path parts = Files.createDirectories(root.resolveSibling("parts"));
      Files.createDirectories(root);
      tar("-xf", image.toString(), "-C", parts.toString());
      ImageParts found = ImageParts.of(parts);
      for (Path layer : found.layers()) {
        tar("--warning=no-unknown-keyword", "-xzf", layer.toString(), "-C", root.toString());
      }
      return new ImageRoot(root, ImageParts.json(found.config()).get("config"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void tar(String... arguments) throws IOException {
    run(Stream.concat(Stream.of("tar"), Stream.of(arguments)).toList(), Map.of());
  }

  /** Runs a command to its end, with no other environment; returns what it prints. */
  private static String run(List<String> command, Map<String, String> environment)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> !name.equals("PATH"));
    builder.environment().putAll(environment);
    Process process = builder.start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IllegalStateException(String.join(" ", command) + ": " + printed);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    return printed;
  }

  Path root() {
    return root;
  }

  /** Returns the numbers of user and group. */
  String user() {
    return config.get("User").asText();
  }

  /** Runs the image with these arguments to its end; returns what it prints. */
  String output(Map<String, String> environment, String... arguments) {
    try {
      return run(command(List.of(arguments)), environment(environment));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the command that runs the image with these arguments. */
  List<String> command(List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(RUN);
    command.add(root.toString());
    command.add(user().split(":")[0]);
    command.add(config.get("WorkingDir").asText());
    command.addAll(ChartObjects.texts(config.get("Entrypoint")));
    command.addAll(arguments);
    return command;
  }

  /** Returns the environment of the image with these variables. */
  Map<String, String> environment(Map<String, String> more) {
    Map<String, String> all = new TreeMap<>();
    ChartObjects.texts(config.get("Env"))
        .forEach(entry -> all.put(entry.split("=", 2)[0], entry.split("=", 2)[1]));
    all.putAll(more);
    return all;
  }

  /** Returns the size of all files, in bytes. */
  long size() {
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
