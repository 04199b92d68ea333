package io.sluice.connection;

import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.IThrowableProxy;
import io.sluice.text.PrintableText;
import java.util.List;

/**
 * Formats failures for the log: those of a connection in one line for each cause, because their
 * stack traces show only the internals of gRPC and Netty. {@code --verbose} shows them.
 */
public final class ConnectionLogConverter extends ThrowableProxyConverter {
  private static final List<String> CONNECTIONS =
      List.of("io.grpc.", "io.netty.", "java.net.", "java.nio.channels.", "javax.net.ssl.");

  @Override
  protected String throwableProxyToString(IThrowableProxy failure) {
    if (Boolean.getBoolean("sluice.verbose") || !connection(failure)) {
      return PrintableText.lines(super.throwableProxyToString(failure));
    }
    StringBuilder lines = new StringBuilder();
    for (IThrowableProxy cause = failure; cause != null; cause = cause.getCause()) {
      lines
          .append(cause == failure ? "  " : "  caused by ")
          .append(cause.getClassName())
          .append(": ")
          .append(LogTextConverter.text(String.valueOf(cause.getMessage())))
          .append(System.lineSeparator());
    }
    return lines.toString();
  }

  private static boolean connection(IThrowableProxy failure) {
    for (IThrowableProxy cause = failure; cause != null; cause = cause.getCause()) {
      if (CONNECTIONS.stream().anyMatch(cause.getClassName()::startsWith)) {
        return true;
      }
    }
    return false;
  }
}
