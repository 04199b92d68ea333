package io.sluice.devservers;

import java.util.List;

/**
 * Writes the command line of Temporal's development server.
 *
 * <p>It has one shard, and by default looks for work 20 times a second: an activity then takes 0.1
 * s. With 1000, and SQLite's log written ahead, it takes a fifth of that.
 */
final class TemporalServerCommand {
  private TemporalServerCommand() {}

  static List<String> of(Binary binary, DataFolder folder, Ports ports) {
    return List.of(
        binary.path().toString(),
        "server",
        "start-dev",
        "--ip",
        "127.0.0.1",
        "--port",
        Integer.toString(ports.temporal()),
        "--http-port",
        Integer.toString(ports.temporalHttp()),
        "--metrics-port",
        Integer.toString(ports.temporalMetrics()),
        "--ui-ip",
        "127.0.0.1",
        "--ui-port",
        Integer.toString(ports.ui()),
        "--db-filename",
        folder.temporal().toString(),
        "--dynamic-config-value",
        "history.transferProcessorMaxPollRPS=1000",
        "--dynamic-config-value",
        "history.timerProcessorMaxPollRPS=1000",
        "--sqlite-pragma",
        "journal_mode=WAL",
        "--sqlite-pragma",
        "synchronous=normal",
        "--log-level",
        "warn");
  }
}
