package io.sluice.process.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;

/** Sends a request byte by byte as it is written, also one without an end. */
public final class RawRequest implements AutoCloseable {
  /** Until here a test waits; nothing that it looks for takes nearly as long. */
  private static final int PATIENCE_MILLIS = 30_000;

  private final Socket socket = new Socket();

  private RawRequest() {}

  public static RawRequest send(InetSocketAddress server, String text) throws IOException {
    RawRequest request = new RawRequest();
    request.socket.setSoTimeout(PATIENCE_MILLIS);
    request.socket.connect(server, PATIENCE_MILLIS);
    request.add(text);
    return request;
  }

  /** Sends a whole request, and returns the code of the answer. */
  public static int code(InetSocketAddress server, String text) throws IOException {
    try (RawRequest request = send(server, text)) {
      return request.answer();
    }
  }

  /** Returns the code of the answer. */
  public int answer() throws IOException {
    String line = new String(socket.getInputStream().readNBytes("HTTP/1.1 200".length()), US_ASCII);
    return Integer.parseInt(line.substring("HTTP/1.1 ".length()));
  }

  public void add(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(US_ASCII));
    socket.getOutputStream().flush();
  }

  /** Waits until the server has closed the connection, and returns what it said before. */
  public String untilClosed() throws IOException {
    StringBuilder said = new StringBuilder();
    try {
      for (int next = socket.getInputStream().read();
          next >= 0;
          next = socket.getInputStream().read()) {
        said.append((char) next);
      }
    } catch (SocketException e) {
      // A connection with bytes that nobody has read is reset.
      return said.toString();
    }
    return said.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
