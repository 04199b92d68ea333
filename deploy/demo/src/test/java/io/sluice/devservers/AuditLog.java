package io.sluice.devservers;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Reads the audit log of an API server: one entry for each request that it has answered. */
public final class AuditLog {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<String> WRITES = Set.of("create", "update", "patch", "delete");
  private static final int MULTIPLE_CHOICES = 300;

  private final Path file;

  public AuditLog(Path file) {
    this.file = file;
  }

  /**
   * Describes one request.
   *
   * @param at when the server received it
   * @param answered when it had answered
   * @param user the one whose rights counted: another one, where one was impersonated
   * @param resource as rules name it, {@code policies/status} for a subresource
   * @param code of the answer
   */
  public record Entry(
      Instant at,
      Instant answered,
      String user,
      String verb,
      String group,
      String resource,
      String namespace,
      String name,
      int code) {

    public boolean writes() {
      return WRITES.contains(verb);
    }

    public boolean accepted() {
      return code < MULTIPLE_CHOICES;
    }

    /** Formats {@code update policies/status}. */
    public String action() {
      return verb + " " + resource;
    }
  }

  /** Returns the requests of a user that were answered, the oldest first. */
  public List<Entry> of(String user) {
    return containing('"' + user + '"', user);
  }

  /** Returns those that concern the namespace or what is in it. */
  public List<Entry> of(String user, String namespace) {
    return containing('"' + namespace + '"', user).stream()
        .filter(entry -> entry.namespace().equals(namespace))
        .toList();
  }

  /** Returns those about an object of that name. */
  public List<Entry> naming(String user, String name) {
    return containing('"' + name + '"', user).stream()
        .filter(entry -> entry.name().equals(name))
        .toList();
  }

  /** Returns how long the log is now, as a position to read from later. */
  public long length() {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + file, e);
    }
  }

  /** Returns all requests from that position on, in the order of their answers. */
  public List<Entry> from(long position) {
    try (InputStream in = Files.newInputStream(file)) {
      if (Files.size(file) < position) {
        throw new IllegalStateException(
            "Cannot read %s from %d on: the server has begun it anew.".formatted(file, position));
      }
      in.skipNBytes(position);
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      // The last line may be half written.
      return text.substring(0, text.lastIndexOf('\n') + 1).lines().map(AuditLog::parse).toList();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + file, e);
    }
  }

  /**
   * Returns the writes with their objects that were accepted and are no dry runs, in full, the
   * oldest first.
   *
   * @param text that each of their lines contains
   */
  public List<JsonNode> accepted(String text) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .filter(line -> line.contains(text) && line.contains("\"RequestResponse\""))
          // The last line may be half written.
          .filter(line -> line.endsWith("}"))
          .map(AuditLog::tree)
          .filter(entry -> entry.at("/responseStatus/code").asInt() < MULTIPLE_CHOICES)
          .filter(entry -> !entry.path("requestURI").asText().contains("dryRun=All"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + file, e);
    }
  }

  /** Returns as whom a request was made: another one, where one was impersonated. */
  public static String user(JsonNode entry) {
    return entry
        .path("impersonatedUser")
        .path("username")
        .asText(entry.path("user").path("username").asText());
  }

  private List<Entry> containing(String text, String user) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .filter(line -> line.contains(text))
          .map(AuditLog::parse)
          .filter(entry -> entry.user().equals(user))
          .sorted(Comparator.comparing(Entry::at))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + file, e);
    }
  }

  private static JsonNode tree(String line) {
    try {
      return JSON.readTree(line);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("Cannot read the line " + line, e);
    }
  }

  private static Entry parse(String line) {
    JsonNode entry = tree(line);
    JsonNode object = entry.path("objectRef");
    String part = object.path("subresource").asText();
    return new Entry(
        Instant.parse(entry.path("requestReceivedTimestamp").asText()),
        Instant.parse(entry.path("stageTimestamp").asText()),
        user(entry),
        entry.path("verb").asText(),
        object.path("apiGroup").asText(),
        object.path("resource").asText() + (part.isEmpty() ? "" : "/" + part),
        object.path("namespace").asText(),
        object.path("name").asText(),
        entry.path("responseStatus").path("code").asInt());
  }
}
