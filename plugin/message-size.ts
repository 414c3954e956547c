/** A state with thousands of rules does not fit into gRPC's 4 MB. */
export const NO_LIMIT = { "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 };
