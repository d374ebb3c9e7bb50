// <arpa/inet.h>: numbers in the order of the network, on a machine that stores the lowest byte first.

unsigned short htons(unsigned short n)
{
    return n << 8 | n >> 8;
}

unsigned short ntohs(unsigned short n)
{
    return htons(n);
}

unsigned int htonl(unsigned int n)
{
    return n << 24 | (n & 0xff00) << 8 | (n >> 8 & 0xff00) | n >> 24;
}

unsigned int ntohl(unsigned int n)
{
    return htonl(n);
}
