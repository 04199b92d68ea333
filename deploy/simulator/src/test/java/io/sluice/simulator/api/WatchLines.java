package io.sluice.simulator.api;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Reads a watch line by line. */
final class WatchLines implements AutoCloseable {
  private final BufferedReader reader;

  WatchLines(ContractTarget target, String path) {
    reader = new BufferedReader(new InputStreamReader(target.stream(path), StandardCharsets.UTF_8));
  }

  /** The next event that is no bookmark. */
  Line next() {
    Line line = nextOfAll();
    while (line.type().equals("BOOKMARK")) {
      line = nextOfAll();
    }
    return line;
  }

  /** The next event; its type is END when there is none. */
  Line nextOfAll() {
    try {
      String text = CompletableFuture.supplyAsync(this::read).get(30, TimeUnit.SECONDS);
      return text.isEmpty()
          ? new Line("END", ContractTarget.json("{}"))
          : new Line(
              ContractTarget.json(text).get("type").asText(),
              ContractTarget.json(text).get("object"));
    } catch (Exception e) {
      throw new IllegalStateException("no event came", e);
    }
  }

  private String read() {
    try {
      String line = reader.readLine();
      return line == null ? "" : line;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    try {
      reader.close();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  record Line(String type, JsonNode object) {
    /** Type and name: {@code "ADDED p"}. */
    String brief() {
      return type + " " + object.at("/metadata/name").asText();
    }
  }
}
