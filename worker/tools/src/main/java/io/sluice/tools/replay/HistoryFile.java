package io.sluice.tools.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.tools.option.CliFailure;
import io.temporal.common.WorkflowExecutionHistory;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/**
 * Reads the history of a run from a file: as Temporal's Web UI downloads it, or as {@code temporal
 * workflow show -o json} prints it; both also packed by gzip.
 */
public final class HistoryFile {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int GZIP_MAGIC_1 = 0x1f;
  private static final int GZIP_MAGIC_2 = 0x8b;

  private HistoryFile() {}

  /**
   * Reads it.
   *
   * @throws CliFailure if it is no history
   */
  public static WorkflowExecutionHistory read(Path file) {
    return read(file, "replay");
  }

  /**
   * Reads it.
   *
   * @param verb what cannot be done with what is no history: {@code replay}
   * @throws CliFailure if it is no history
   */
  public static WorkflowExecutionHistory read(Path file, String verb) {
    try {
      JsonNode tree = JSON.readTree(unpacked(Files.readAllBytes(file)));
      // Older versions of the Web UI download the events alone.
      JsonNode history = tree.isArray() ? JSON.createObjectNode().set("events", tree) : tree;
      if (!history.path("events").isArray() || history.path("events").isEmpty()) {
        throw failure(verb, file, "it has no events", null);
      }
      return WorkflowExecutionHistory.fromJson(history.toString());
    } catch (NoSuchFileException e) {
      throw failure(verb, file, "there is no such file", e);
    } catch (IOException e) {
      throw failure(verb, file, "it is not JSON (" + firstLine(e) + ")", e);
    } catch (RuntimeException e) {
      if (e instanceof CliFailure) {
        throw e;
      }
      throw failure(verb, file, "it is no history of Temporal (" + firstLine(e) + ")", e);
    }
  }

  private static byte[] unpacked(byte[] content) throws IOException {
    boolean packed =
        content.length > 1
            && (content[0] & 0xff) == GZIP_MAGIC_1
            && (content[1] & 0xff) == GZIP_MAGIC_2;
    if (!packed) {
      return content;
    }
    try (GZIPInputStream stream = new GZIPInputStream(new ByteArrayInputStream(content))) {
      return stream.readAllBytes();
    }
  }

  private static CliFailure failure(String verb, Path file, String why, Exception cause) {
    return new CliFailure(
        "Cannot %s %s: %s. Download the history in the Web UI, or with temporal workflow show -w ID -o json."
            .formatted(verb, file, why),
        cause);
  }

  private static String firstLine(Exception failure) {
    return String.valueOf(failure.getMessage()).lines().findFirst().orElse("no details");
  }
}
